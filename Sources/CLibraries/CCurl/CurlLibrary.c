#include "CurlLibrary.h"

#include "CCurl.h"

#include <dlfcn.h>
#include <stddef.h>

struct fresnel_curl_library loaded_curl;

// The library with the TLS library that Debian's headers belong to comes first; the others have the same functions.
static const char *const names[] = {
    "libcurl-gnutls.so.4",
    "libcurl.so.4",
    "libcurl-nss.so.4",
    "libcurl.4.dylib",
};

// Once loaded, it stays: its threads and those of TLS libraries may run on.
int fresnel_curl_load(void) {
  if (loaded_curl.global_init != NULL) return 0;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *handle = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) continue;
    struct fresnel_curl_library found = {0};
    int is_whole = 1;
    // POSIX has dlsym return functions as the pointers to void that C does not convert.
#define FIND(name) \
  *(void **)&found.name = dlsym(handle, "curl_" #name); \
  is_whole = is_whole && found.name != NULL;
    FRESNEL_CURL_FUNCTIONS(FIND)
#undef FIND
    if (is_whole) {
      loaded_curl = found;
      return 0;
    }
    dlclose(handle);
  }
  return -1;
}

int fresnel_curl_prepare(void) {
  return fresnel_curl_load() == 0 && loaded_curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? 0 : -1;
}
