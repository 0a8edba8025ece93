/// Typed actions by the JSON that they came in as, while the same come again.
///
/// An action is kept from the second time on that it is met, if it consists of cases and scalars
/// alone: what those are read as is a value, and the same each time. A struct may give itself a new
/// id whenever it is read, and a slot takes one.
package final class DecodedActions {
  /// An action that was met twice.
  package class Entry {
    /// A copy, which nobody else writes.
    fileprivate let json: JSON
    /// It is to be read anew each time.
    package let isOther: Bool

    fileprivate init(_ json: JSON, isOther: Bool) {
      self.json = json
      self.isOther = isOther
    }
  }

  /// One that is kept.
  private final class Kept<Action>: Entry {
    let action: Action

    init(_ json: JSON, _ action: Action) {
      self.action = action
      super.init(json, isOther: false)
    }
  }

  /// Where one would be kept that is not.
  package struct Slot {
    fileprivate let hash: UInt64
    /// It was met before.
    package let isMet: Bool
  }

  private var table = ReuseTable<Entry>(capacity: 64)

  package init() {}

  /// What is known of an action; a slot where it is not known and may be.
  package func find(_ action: JSONNode) -> (entry: Entry?, slot: Slot?) {
    var budget = 16
    guard let hash = action.contentHash(levels: 8, &budget) else { return (nil, nil) }
    if let place = table.find(hash, where: { $0.json.node.isEqual(to: action) }) {
      return (table[place], nil)
    }
    return (nil, Slot(hash: hash, isMet: table.admits(hash)))
  }

  /// The action of an entry that is not `isOther`.
  /// - Precondition: the type is that of all actions here.
  package static func action<Action>(_ entry: Entry, _: Action.Type) -> Action {
    known(entry, of: Kept<Action>.self).action
  }

  /// Reads an action that was met before, and keeps it if that may be.
  ///
  /// - Parameters:
  ///   - action: what was looked up.
  ///   - whole: what is to be read.
  package func read<Action: Decodable>(
    _ type: Action.Type, _ action: JSONNode, as whole: JSON, at slot: Slot
  ) throws(JSONError) -> Action {
    let (value, isPlain) = try JSONBridge.decodeNoting(type, from: whole)
    guard let copy = action.deepCopy() else { return value }
    let json = JSON(stealing: copy)
    table.insert(isPlain ? Kept(json, value) : Entry(json, isOther: true), for: slot.hash)
    return value
  }
}

extension JSONNode {
  /// A number that differs for different contents; nil for what is larger than an action mostly is.
  fileprivate func contentHash(levels: Int, _ budget: inout Int) -> UInt64? {
    budget -= 1
    guard levels > 0, budget >= 0 else { return nil }
    switch kind {
    case .string: return Self.hash(of: textBytes, 3)
    case .integer: return ContentHash.mix(5, UInt64(bitPattern: integer))
    case .real: return ContentHash.mix(7, real.bitPattern)
    case .object: return membersHash(levels: levels, &budget)
    case .array:
      var hash: UInt64 = 11
      for element in children {
        guard let element = element.contentHash(levels: levels - 1, &budget) else { return nil }
        hash = ContentHash.mix(hash, element)
      }
      return hash
    case .bool: return ContentHash.mix(13, isTrue ? 1 : 0)
    case .null: return 13
    }
  }

  /// A sum, since members have no order.
  private func membersHash(levels: Int, _ budget: inout Int) -> UInt64? {
    var sum: UInt64 = 17
    for member in members {
      guard let name = Self.hash(of: member.key, 19),
        let value = member.value.contentHash(levels: levels - 1, &budget)
      else { return nil }
      sum &+= ContentHash.mix(name, value)
    }
    return ContentHash.mix(23, sum)
  }

  private static func hash(of text: JSONBytes, _ seed: UInt64) -> UInt64? {
    text.count <= 128 ? ContentHash.of(text, seed: seed) : nil
  }
}
