// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_PAGE_BASE64_H
#define HASHLANE_SRC_PAGE_BASE64_H

#include <string>
#include <string_view>

namespace hashlane {

/// The bytes that are spelled in hexadecimal, as Base64 (RFC 4648, section 4): what a
/// Content-Security-Policy names a hash by. Precondition: pairs of hexadecimal digits.
std::string base64_of_hex(std::string_view hex);

} // namespace hashlane

#endif
