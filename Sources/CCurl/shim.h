#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic macros, which Swift cannot call.
static inline CURLcode curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_write(CURL *handle, size_t (*function)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
}
static inline CURLcode curl_set_open_socket(CURL *handle, curl_socket_t (*function)(void *, curlsocktype, struct curl_sockaddr *)) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
}
static inline CURLcode curl_set_header(CURL *handle, size_t (*function)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, function);
}
static inline CURLcode curl_set_read(CURL *handle, size_t (*function)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(handle, CURLOPT_READFUNCTION, function);
}
static inline CURLcode curl_set_progress(CURL *handle, int (*function)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}
static inline long curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
// Seconds, also where the field has a date; 0 without it.
static inline long curl_retry_after(CURL *handle) {
  curl_off_t seconds = 0;
  curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
  return (long)seconds;
}
static inline const char *curl_effective_url(CURL *handle) {
  const char *url = NULL;
  curl_easy_getinfo(handle, CURLINFO_EFFECTIVE_URL, &url);
  return url;
}
static inline const char *curl_content_type(CURL *handle) {
  const char *type = NULL;
  curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type);
  return type;
}
