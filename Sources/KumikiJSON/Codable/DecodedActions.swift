/// A cache of typed actions, keyed by the JSON they were decoded from.
///
/// An action is kept from its second occurrence on, if it consists only of cases and scalars, which always
/// decode to the same value. Other types may not: a struct may create a new id each time it is decoded, and a
/// slot gets one.
package final class DecodedActions {
  /// An action that occurred twice.
  package class Entry {
    /// A private copy that no other code writes.
    fileprivate let json: JSON
    /// Whether the action must be decoded each time.
    package let isOther: Bool

    fileprivate init(_ json: JSON, isOther: Bool) {
      self.json = json
      self.isOther = isOther
    }
  }

  /// An entry with its decoded action.
  private final class Kept<Action>: Entry {
    let action: Action

    init(_ json: JSON, _ action: Action) {
      self.action = action
      super.init(json, isOther: false)
    }
  }

  /// The place for an action that has no entry yet.
  package struct Slot {
    fileprivate let hash: UInt64
    /// Whether the action occurred before.
    package let occurredBefore: Bool
  }

  private var table = ReuseTable<Entry>(capacity: 64)

  package init() {}

  /// Returns the entry of an action, or the slot where it could be kept; neither if the action is too large.
  package func find(_ action: JSONNode) -> (entry: Entry?, slot: Slot?) {
    var budget = 20
    guard let hash = action.contentHash(levels: 8, &budget) else { return (nil, nil) }
    if let place = table.find(hash, where: { $0.json.node.isEqual(to: action) }) {
      return (table[place], nil)
    }
    return (nil, Slot(hash: hash, occurredBefore: table.admits(hash)))
  }

  /// Returns the action of an entry that is not `isOther`.
  /// - Precondition: all actions in this cache have this type.
  package static func action<Action>(_ entry: Entry, _: Action.Type) -> Action {
    known(entry, of: Kept<Action>.self).action
  }

  /// Decodes an action that occurred before, and keeps the result if possible.
  ///
  /// - Parameters:
  ///   - action: the key that was looked up.
  ///   - whole: the JSON to decode.
  package func read<Action: Decodable>(
    _ type: Action.Type, _ action: JSONNode, as whole: JSON, at slot: Slot
  ) throws(JSONError) -> Action {
    let (value, isPlain) = try JSONBridge.decodeNoting(type, from: whole)
    guard let copy = action.deepCopy() else { return value }
    let json = JSON(stealing: copy)
    // jansson leaves values out of a copy if it has no memory for them.
    guard copy.isEqual(to: action) else { return value }
    table.insert(isPlain ? Kept(json, value) : Entry(json, isOther: true), for: slot.hash)
    return value
  }
}
