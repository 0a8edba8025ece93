// The headers and the library that were found are of one version.
#include <kumiki.h>

#include <cstdio>
#include <cstring>

int main() {
  char version[32];
  std::snprintf(version, sizeof version, "%d.%d.%d", KMK_VERSION_MAJOR, KMK_VERSION_MINOR,
                KMK_VERSION_PATCH);
  return std::strcmp(version, kmk_version()) == 0 ? 0 : 1;
}
