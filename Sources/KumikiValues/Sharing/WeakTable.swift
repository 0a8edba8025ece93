/// A table of objects by key. An object stays in the table as long as other code retains it.
struct WeakTable<Key: Hashable> {
  private struct Held {
    weak var object: AnyObject?
  }

  private var held: [Key: Held] = [:]
  /// When the table has this many entries, the entries of released objects are removed. Twice the number of entries
  /// that were left the last time, so that the cost per object is constant.
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
