/// Actions by the text that they came in, for as long as the same texts come again.
///
/// A text is kept from the second time on, so one that never repeats costs only a hash. What is kept is
/// immutable: a reducer that puts a part of it into its state shares that part.
package struct JSONTextCache {
  private typealias Known = (text: [UInt8], action: JSONKeptAction)

  /// The longest text that is kept.
  private static let longest = 512

  private var table = ReuseTable<Known>(capacity: 256)

  package init() {}

  /// A text that may be kept, by its hash.
  package typealias Slot = UInt64

  /// Looks a text up.
  package mutating func find(_ text: JSONBytes) -> (
    slot: Slot?, action: JSONKeptAction?
  ) {
    guard text.count <= Self.longest else { return (nil, nil) }
    let hash = ContentHash.of(text)
    let place = table.find(hash) { $0.text.withBytes { $0.isEqual(to: text) } }
    return (hash, place.map { table[$0].action })
  }

  /// Notes what a text was read as. The second time it is kept.
  package mutating func note(
    _ text: JSONBytes, at slot: Slot, _ action: JSONNode,
    for reducer: JSONReducer? = nil
  ) {
    guard table.admits(slot) else { return }
    table.insert((Array(text), JSONKeptAction(action, for: reducer)), for: slot)
  }
}
