internal import CJansson
package import Kumiki

/// A state of which a part was written from outside, and the value that it had before.
///
/// The value is read anew, and would present all anew. Where the same case with the same id stands
/// at the same place, the presentation goes on: as it does for a state that is JSON throughout.
package final class JSONContinuation {
  private let before: any Encodable
  private let old: JSON
  private let new: JSON
  let identifiers: Identifiers

  package init(of before: any Encodable, _ old: JSON, as new: JSON, _ identifiers: Identifiers) {
    self.before = before
    self.old = old
    self.new = new
    self.identifiers = identifiers
  }

  /// The slot that was at a place before; nil where the rows on the way are not the same.
  func slot(at pointer: JSONPointer) -> (any JSONSlotValue)? {
    defer { withExtendedLifetime(pointer) {} }
    var old = old.node
    var new = new.node
    for segment in pointer.segments {
      guard let oldPart = segment.child(of: old), let newPart = segment.child(of: new) else {
        return nil
      }
      if new.pointee.type == JSON_ARRAY {
        guard let id = Self.id.member(of: newPart), let oldID = Self.id.member(of: oldPart),
          JSON(borrowing: id) == JSON(borrowing: oldID)
        else { return nil }
      }
      (old, new) = (oldPart, newPart)
    }
    return try? JSONBridge.slot(of: before, at: pointer)
  }

  private static let id = JSONCase("id")
}

extension DecodingPlace {
  /// A value that was just read here; a slot gets the identity that it had before.
  func continued<T>(_ value: T) -> T {
    guard let continuation, let slot = value as? any JSONSlotValue,
      let pointer = try? JSONPointer(path())
    else { return value }
    return continuation._withUnsafeGuaranteedRef {
      slot.continuing($0.slot(at: pointer), $0.identifiers) as? T ?? value
    }
  }
}
