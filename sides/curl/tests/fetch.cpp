// The server of sides/curl in a C++ program: asks for a page, and prints it or the failure.
#include <kumiki.hpp>
#include <kumiki_curl.h>

#include <iostream>

int main(int, char **words) {
  kumiki::loop loop;
  kmk_error error;
  if (kmk_curl_serve(loop.handle(), "net.fetch", nullptr, &error) != KMK_OK)
    return 1;
  kumiki::store store(
      loop,
      [](kumiki::state &state, kumiki::action_view action) -> kumiki::effect {
        if (const auto url = action.payload("fetch"))
          return kumiki::effect::request("net.fetch", url, kumiki::ask{"loaded", {}, "failed"});
        if (const auto page = action.payload("loaded"))
          state.set("/text", page["body"]);
        if (const auto failure = action.payload("failed"))
          state.set("/text", failure["message"]);
        return {};
      },
      kumiki::json::object({{"text", nullptr}}));
  store.send(kumiki::json::object({{"fetch", words[1]}}));
  loop.finish();
  std::cout << store.get<std::string>("/text") << '\n';
}
