package import Kumiki

/// A state of which a part was written from outside, and the value that it had before.
///
/// The value is read anew, and would present all anew and share nothing. Where the same case with the same
/// id stands at the same place, the presentation goes on: as it does for a state that is JSON throughout. And
/// what was shared there stays shared.
package final class JSONContinuation {
  private lazy var before = makeBefore()
  private let makeBefore: () -> any Encodable
  private let old: JSON?
  private let new: JSON
  private let identifiers: Identifiers?
  /// Those of who reads: while a value is read nothing is given an id.
  private let dependencies = DependencyValues.current

  package init(of before: any Encodable, _ old: JSON, as new: JSON, _ identifiers: Identifiers) {
    makeBefore = { before }
    self.old = old
    self.new = new
    self.identifiers = identifiers
  }

  /// Of a state that is read for the first time: what a feature's own state shares at a place is shared
  /// there, and all else is new.
  init(_ json: JSON, sharingAs own: @escaping () -> any Encodable) {
    makeBefore = own
    (old, new, identifiers) = (nil, json, nil)
  }

  /// Reads while nothing is given an id.
  func withoutPresenting<Result>(_ read: () -> Result) -> Result {
    identifiers?.withoutPresenting(read) ?? read()
  }

  /// A slot with the identity that it had at its place.
  func slot<Slot: JSONSlotValue>(_ now: Slot, at pointer: JSONPointer) -> Slot {
    guard let identifiers else { return now }
    let before = isSameWay(pointer) ? try? JSONBridge.slot(of: before, at: pointer) : nil
    return now.continuing(before, identifiers)
  }

  /// What a feature's state was at a place before, with the JSON of the one that stands there now; nil where
  /// there was none.
  func feature(_ now: JSONFeature.State, at pointer: JSONPointer) -> JSONFeature.State? {
    guard identifiers != nil, isSameWay(pointer),
      let before = try? JSONBridge.feature(in: before, at: pointer)
    else { return nil }
    return dependencies.scoped { before.replaced(by: now.json) }
  }

  /// What was shared at a place; nil where that was nothing.
  func shared(at pointer: JSONPointer) -> (any AnyShared)? {
    isSameWay(pointer) ? try? JSONBridge.shared(in: before, at: pointer) : nil
  }

  /// The rows on the way to a place are the same; a feature's own state has none.
  private func isSameWay(_ pointer: JSONPointer) -> Bool {
    defer { withExtendedLifetime(pointer) {} }
    var old = old?.node
    var new = new.node
    for segment in pointer.segments {
      guard let newPart = segment.child(of: new) else { return false }
      let oldPart = old.flatMap { segment.child(of: $0) }
      if self.old != nil, oldPart == nil { return false }
      if new.isArray {
        guard let id = Self.id.member(of: newPart),
          let oldID = oldPart.flatMap({ Self.id.member(of: $0) }),
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
  /// identities that they had before, and what was shared is shared again.
  func continued<T>(_ value: T) -> T {
    guard let continuation else { return value }
    if let slot = value as? any JSONSlotValue, let pointer = try? JSONPointer(path()) {
      return continuation.with { $0.slot(slot, at: pointer) as? T ?? value }
    }
    if value is any AnyShared, let pointer = try? JSONPointer(path()) {
      return continuation.with { $0.shared(at: pointer) as? T ?? value }
    }
    if T.self == JSONFeature.State.self, let pointer = try? JSONPointer(path()) {
      return continuation.with {
        $0.feature(known(value, as: JSONFeature.State.self), at: pointer) as? T ?? value
      }
    }
    return value
  }
}
