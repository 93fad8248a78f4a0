#pragma once
#include <uninorm.h>

// Macros in uninorm.h.
static inline uninorm_t unistring_nfc(void) { return UNINORM_NFC; }
static inline uninorm_t unistring_nfd(void) { return UNINORM_NFD; }
static inline uninorm_t unistring_nfkc(void) { return UNINORM_NFKC; }
