#pragma once

#include <curl/curl.h>

// libcurl, loaded when something is to be fetched. Linked to a program, it and the 25 libraries that it needs would be
// loaded each time the program starts, which for `fresnel search` is a fifth of the whole time.

/// The functions that are called, without their prefix.
#define FRESNEL_CURL_FUNCTIONS(X) \
  X(global_init) \
  X(easy_init) \
  X(easy_setopt) \
  X(easy_getinfo) \
  X(easy_strerror) \
  X(easy_cleanup) \
  X(slist_append) \
  X(slist_free_all) \
  X(multi_init) \
  X(multi_setopt) \
  X(multi_add_handle) \
  X(multi_remove_handle) \
  X(multi_socket_action) \
  X(multi_info_read) \
  X(multi_cleanup)

/// The library's functions; all NULL until it is loaded.
struct fresnel_curl_library {
#define FRESNEL_CURL_MEMBER(name) __typeof__(&curl_##name) name;
  FRESNEL_CURL_FUNCTIONS(FRESNEL_CURL_MEMBER)
#undef FRESNEL_CURL_MEMBER
};

extern struct fresnel_curl_library loaded_curl;
