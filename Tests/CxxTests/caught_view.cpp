// A mistake that the address sanitizer must report: a view is read after its value was released. If the sanitizer
// does not report it, its silence about the tests means nothing.
#include <kumiki.hpp>

int main() {
  kumiki::json_view lent;
  {
    const kumiki::json owned = kumiki::json::array({"a text"});
    lent = owned;
  }
  return static_cast<int>(lent.size());
}
