#pragma once
#include <zlib.h>

// deflateInit2 and inflateInit2 are macros, which Swift does not see: they pass the header's version to the library.

static inline int czlib_deflate_init(z_streamp stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int czlib_inflate_init(z_streamp stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
