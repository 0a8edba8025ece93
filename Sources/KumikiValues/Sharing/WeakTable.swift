/// Objects by a key, each for as long as something else retains it.
struct WeakTable<Key: Hashable> {
  private struct Held {
    weak var object: AnyObject?
  }

  private var held: [Key: Held] = [:]
  /// The number of entries at which those of released objects are removed. Twice as many as were left the
  /// last time, so that an object costs the same however many there are.
  private var limit = 16

  subscript(key: Key) -> AnyObject? { held[key]?.object }

  mutating func set(_ key: Key, to object: AnyObject) {
    if held.count >= limit {
      held = held.filter { $0.value.object != nil }
      limit = max(16, held.count * 2)
    }
    held[key] = Held(object: object)
  }
}
