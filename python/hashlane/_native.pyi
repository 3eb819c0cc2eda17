# SPDX-License-Identifier: MIT
# cffi's two objects; their attributes are the headers' names.
from typing import Any

ffi: Any
lib: Any
