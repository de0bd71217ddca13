#include <unicode/uversion.h>

#include "CICU.h"

_Static_assert(FRESNEL_ICU_VERSION_CAPACITY >= U_MAX_VERSION_STRING_LENGTH, "room for any version");

void fresnel_icu_version(char *out) {
  UVersionInfo version;
  u_getVersion(version);
  u_versionToString(version, out);
}
