#pragma once
#include <libxml/xmlversion.h>
// Without the headers of ICU: Foundation brings its own edition of them, and a test that loads both modules does not
// compile. Only the end of a struct that is used by its address depends on it.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
