// Checks that the found headers and library have the same version.
#include <kumiki.hpp>

#include <string>

int main() {
  const std::string version = std::to_string(KMK_VERSION_MAJOR) + '.' +
                              std::to_string(KMK_VERSION_MINOR) + '.' +
                              std::to_string(KMK_VERSION_PATCH);
  return version == kumiki::version() ? 0 : 1;
}
