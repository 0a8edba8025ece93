import Kumiki

/// A store for tests of effects: its actions are words, its state is the list of handled words, and the
/// test defines inline which effect a word returns.
///
///     let fixture = try scripted { word in
///       word == "tap" ? .merge(.send("a"), .send("b")) : .none
///     }
func scripted(
  loop: Loop? = nil, _ effect: @escaping (_ word: String) -> Effect<String>
) throws -> StoreFixture<[String], String> {
  try StoreFixture([], loop: loop) {
    Reduce<[String], String> { words, word in
      words.append(word)
      return effect(word)
    }
  }
}
