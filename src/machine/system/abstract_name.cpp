// SPDX-License-Identifier: MIT
#include "abstract_name.h"

#if defined(__linux__)

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace hashlane::machine {
namespace {

class NamedSocket {
public:
    explicit NamedSocket(const std::string &name)
        : number_(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
    {
        if (number_ < 0)
            throw std::system_error(errno, std::generic_category());
        constexpr std::size_t most = sizeof address_.sun_path - 1; // after a zero
        const std::size_t length = std::min(name.size(), most);
        address_.sun_family = AF_UNIX;
        std::copy_n(name.begin(), length, address_.sun_path + 1);
        size_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
    }
    NamedSocket(const NamedSocket &) = delete;
    NamedSocket &operator=(const NamedSocket &) = delete;
    ~NamedSocket()
    {
        if (number_ >= 0)
            close(number_);
    }

    bool bind_and_listen()
    {
        if (bind(number_, address(), size_) == 0) {
            // Nobody is answered: whoever connects learns which process this is.
            listen(number_, SOMAXCONN);
            return true;
        }
        if (errno == EADDRINUSE)
            return false;
        throw std::system_error(errno, std::generic_category());
    }

    // 0 if it cannot be seen from here.
    pid_t owner() const
    {
        ucred owner{};
        socklen_t size = sizeof owner;
        const bool is_known = connect(number_, address(), size_) == 0 &&
                              getsockopt(number_, SOL_SOCKET, SO_PEERCRED, &owner, &size) == 0;
        return is_known ? owner.pid : 0;
    }

    int release() { return std::exchange(number_, -1); }

private:
    const sockaddr *address() const { return reinterpret_cast<const sockaddr *>(&address_); }

    int number_;
    sockaddr_un address_{};
    socklen_t size_ = 0;
};

} // namespace

std::optional<int> take_abstract_name(const std::string &name)
{
    NamedSocket socket(name);
    if (!socket.bind_and_listen())
        return std::nullopt;
    return socket.release();
}

std::optional<std::chrono::seconds> age_of_owner(const std::string &name)
{
    std::ifstream file("/proc/" + std::to_string(NamedSocket(name).owner()) + "/stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::istringstream words(text.substr(std::min(text.size(), text.rfind(')') + 1)));
    std::string skipped;
    for (int word = 0; word < 19; ++word) // from the state to the one before the start (proc(5))
        words >> skipped;
    long long start = 0;
    timespec now{};
    if (!(words >> start) || clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return std::nullopt;
    return std::chrono::seconds(now.tv_sec - start / sysconf(_SC_CLK_TCK));
}

} // namespace hashlane::machine

#endif
