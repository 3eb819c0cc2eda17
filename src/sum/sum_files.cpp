// SPDX-License-Identifier: MIT
#include "sum_files.h"

#include "../system/input_file.h"
#include "../system/mapped_file.h"
#include "small_files.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>

namespace hashlane {
namespace {

constexpr std::size_t batch_files = most_messages;
constexpr std::size_t piece_bytes = std::size_t{256} << 10;
constexpr std::size_t mapped_piece_bytes = std::size_t{64} << 20; // between two looks at `cancel`

const char *const standard_input = "-";

InputFile open_input(const std::string &path)
{
    return path == standard_input ? InputFile::standard_input() : InputFile(path);
}

class Run {
public:
    Run(const SumRequest &request, const std::function<void(std::size_t, const FileSum &)> &take)
        : request_(request), take_(take), sums_(request.paths.size()), is_done_(sums_.size())
    {
        for (std::size_t worker = 0; worker < request.pool.workers(); ++worker)
            small_.emplace_back(request.algorithm);
    }

    bool run()
    {
        const std::size_t batches = (sums_.size() + batch_files - 1) / batch_files;
        request_.pool.run(batches, [this](std::size_t batch, std::size_t worker) {
            sum_batch(batch * batch_files, small_[worker]);
            hand_over_on(worker);
        });
        std::ranges::sort(large_);
        const bool together = request_.algorithm.is_tree && request_.pool.workers() > 1;
        if (together)
            for (const std::size_t index : large_) {
                guarded(index, [&] { sum_large(index, &request_.pool); });
                hand_over();
            }
        else
            request_.pool.run(large_.size(), [this](std::size_t i, std::size_t worker) {
                guarded(large_[i], [&] { sum_large(large_[i], nullptr); });
                hand_over_on(worker);
            });
        if (failure_)
            std::rethrow_exception(failure_);
        hand_over();
        return next_ == sums_.size();
    }

private:
    // A file that cannot be read is a result as well.
    template <class Function> void guarded(std::size_t index, const Function &function)
    {
        if (is_cancelled())
            return;
        try {
            function();
        } catch (const std::system_error &error) {
            sums_[index].problem = error.code().message();
            sums_[index].is_missing = error.code() == std::errc::no_such_file_or_directory;
            is_done_[index].store(true, std::memory_order_release);
            ++request_.progress.files;
        }
    }

    void sum_batch(std::size_t first, SmallFiles &small)
    {
        const std::size_t end = std::min(first + batch_files, sums_.size());
        for (std::size_t index = first; index < end; ++index)
            guarded(index, [&] { begin(index, small); });
        hash(small);
    }

    void begin(std::size_t index, SmallFiles &small)
    {
        InputFile file = open_input(request_.paths[index]);
        if (small.is_full())
            hash(small);
        const auto beginning = small.read(file);
        if (beginning.size() < SmallFiles::most_bytes) {
            small.keep(index, beginning.size());
            request_.progress.bytes += beginning.size();
        } else if (request_.paths[index] != standard_input && file.size_of_regular()) {
            const std::scoped_lock lock(mutex_);
            large_.push_back(index);
        } else {
            sum_stream(index, file, beginning);
        }
    }

    void hash(SmallFiles &small)
    {
        small.hash_all([this](std::size_t index, const std::uint8_t *digest) {
            std::copy_n(digest, request_.algorithm.digest_bytes, sums_[index].digest.data());
            finish(index);
        });
    }

    void sum_stream(std::size_t index, InputFile &file, std::span<const std::uint8_t> beginning)
    {
        const auto hash = request_.algorithm.start();
        append(*hash, beginning, nullptr);
        std::vector<std::uint8_t> piece(piece_bytes);
        for (std::size_t bytes = piece.size(); bytes == piece.size() && !is_cancelled();) {
            bytes = file.read(piece);
            append(*hash, std::span(piece).first(bytes), nullptr);
        }
        finish(index, *hash);
    }

    // `pool`: for this file alone, or null.
    void sum_large(std::size_t index, ThreadPool *pool)
    {
        InputFile file(request_.paths[index]);
        const MappedFile mapped(file);
        std::span<const std::uint8_t> left = mapped.bytes();
        if (left.empty())
            return sum_stream(index, file, {});
        const auto hash = request_.algorithm.start();
        while (!left.empty() && !is_cancelled()) {
            const auto piece = left.first(std::min(left.size(), mapped_piece_bytes));
            append(*hash, piece, pool);
            left = left.subspan(piece.size());
        }
        finish(index, *hash);
    }

    void append(MessageHash &hash, std::span<const std::uint8_t> piece, ThreadPool *pool)
    {
        hash.update(piece, pool);
        request_.progress.bytes += piece.size();
    }

    void finish(std::size_t index, MessageHash &hash)
    {
        if (is_cancelled())
            return;
        hash.finish(sums_[index].digest.data());
        finish(index);
    }

    void finish(std::size_t index)
    {
        is_done_[index].store(true, std::memory_order_release);
        ++request_.progress.files;
    }

    bool is_cancelled() const { return request_.cancel || stop_; }

    void hand_over_on(std::size_t worker)
    {
        if (worker != 0 || failure_)
            return;
        try {
            hand_over();
        } catch (...) {
            failure_ = std::current_exception(); // the pool's work throws nothing
            stop_ = true;
        }
    }

    void hand_over()
    {
        for (; next_ < sums_.size() && is_done_[next_].load(std::memory_order_acquire); ++next_)
            take_(next_, sums_[next_]);
    }

    const SumRequest &request_;
    const std::function<void(std::size_t, const FileSum &)> &take_;
    std::vector<FileSum> sums_;
    std::vector<std::atomic<bool>> is_done_;
    std::size_t next_ = 0; ///< to be handed over
    std::vector<SmallFiles> small_;
    std::mutex mutex_;
    std::vector<std::size_t> large_;
    std::atomic<bool> stop_ = false;
    std::exception_ptr failure_;
};

} // namespace

bool sum_files(const SumRequest &request,
               const std::function<void(std::size_t index, const FileSum &sum)> &take)
{
    return Run(request, take).run();
}

} // namespace hashlane
