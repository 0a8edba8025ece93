internal import KumikiValues

/// A cache of actions, keyed by the JSON text they were parsed from.
///
/// A text is kept from its second occurrence on, so that a text that never repeats costs only a hash. The cached
/// JSON is immutable: a reducer that stores a part of it in its state shares that part.
package struct JSONTextCache {
  /// The longest text that is cached.
  private static let longest = 512

  private var table = ReuseTable<JSONKeptAction>(capacity: 256)

  package init() {}

  /// The hash of a text that may be cached.
  package typealias Slot = UInt64

  package enum Found {
    case action(JSONKeptAction)
    /// Nil for a text that is too long.
    case nothing(Slot?)
  }

  package mutating func find(_ text: JSONBytes) -> Found {
    guard text.count <= Self.longest else { return .nothing(nil) }
    let hash = ContentHash.of(text)
    guard
      let place = table.find(hash, where: { Uncounted($0).with { $0.isParsed(from: text) } })
    else { return .nothing(hash) }
    return .action(table[place])
  }

  /// Records the action that a text was parsed to. The second time, the action is kept.
  ///
  /// - Parameter reducer: the reducer of the action. Its operators are recorded in the scanned parts.
  package mutating func note(
    _ text: JSONBytes, at slot: Slot, _ action: JSONNode,
    for reducer: JSONReducer? = nil
  ) {
    guard table.admits(slot) else { return }
    let kept = JSONKeptAction(action, text)
    try? reducer?.shape.check(kept.action)
    table.insert(kept, for: slot)
  }
}
