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
  /// Those of who reads: while a value is read nothing is given an id.
  private let dependencies = DependencyValues.current

  package init(of before: any Encodable, _ old: JSON, as new: JSON, _ identifiers: Identifiers) {
    self.before = before
    self.old = old
    self.new = new
    self.identifiers = identifiers
  }

  /// The slot that was at a place before; nil where the rows on the way are not the same.
  func slot(at pointer: JSONPointer) -> (any JSONSlotValue)? {
    isSameWay(pointer) ? try? JSONBridge.slot(of: before, at: pointer) : nil
  }

  /// What a feature's state was at a place before, with the JSON of the one that stands there now; nil where
  /// there was none.
  func feature(_ now: JSONFeature.State, at pointer: JSONPointer) -> JSONFeature.State? {
    guard isSameWay(pointer), let before = try? JSONBridge.feature(in: before, at: pointer) else {
      return nil
    }
    return dependencies.scoped { before.replaced(by: now.json) }
  }

  /// The rows on the way to a place are the same.
  private func isSameWay(_ pointer: JSONPointer) -> Bool {
    defer { withExtendedLifetime(pointer) {} }
    var old = old.node
    var new = new.node
    for segment in pointer.segments {
      guard let oldPart = segment.child(of: old), let newPart = segment.child(of: new) else {
        return false
      }
      if new.isArray {
        guard let id = Self.id.member(of: newPart), let oldID = Self.id.member(of: oldPart),
          JSON(borrowing: id) == JSON(borrowing: oldID)
        else { return false }
      }
      (old, new) = (oldPart, newPart)
    }
    return true
  }

  private static let id = JSONCase("id")
}

extension DecodingNode {
  /// A value that was just read here; a slot, and the state of a feature that is JSON throughout, get the
  /// identities that they had before.
  func continued<T>(_ value: T) -> T {
    guard let continuation else { return value }
    if let slot = value as? any JSONSlotValue, let pointer = try? JSONPointer(path()) {
      return continuation.with {
        slot.continuing($0.slot(at: pointer), $0.identifiers) as? T ?? value
      }
    }
    if T.self == JSONFeature.State.self, let pointer = try? JSONPointer(path()) {
      return continuation.with {
        $0.feature(known(value, as: JSONFeature.State.self), at: pointer) as? T ?? value
      }
    }
    return value
  }
}
