// A mistake that the address sanitizer must notice: a view that is read after what it was lent by.
// Where it does not, the tests would find nothing anywhere.
#include <kumiki.hpp>

int main() {
  kumiki::json_view lent;
  {
    const kumiki::json owned = kumiki::json::array({"a text"});
    lent = owned;
  }
  return static_cast<int>(lent.size());
}
