package import Kumiki

/// A state of which a part was written from outside, and its value before.
///
/// Decoding the value anew would end each presentation and every share. If the same case with the same id
/// is at the same place, its presentation continues, as in a state that is JSON throughout. Shared values
/// stay shared.
package final class JSONContinuation {
  private lazy var before = makeBefore()
  private let makeBefore: () -> any Encodable
  private let old: JSON?
  private let new: JSON
  private let identifiers: Identifiers?
  /// The reader's dependencies: no ids are generated while a value is read.
  private let dependencies = DependencyValues.current

  package init(of before: any Encodable, _ old: JSON, as new: JSON, _ identifiers: Identifiers) {
    makeBefore = { before }
    self.old = old
    self.new = new
    self.identifiers = identifiers
  }

  /// For the first read of a state: places share what a feature's own state shares there, and everything
  /// else is new.
  init(_ json: JSON, sharingAs own: @escaping () -> any Encodable) {
    makeBefore = own
    (old, new, identifiers) = (nil, json, nil)
  }

  /// Runs `read` without generating ids.
  func withoutPresenting<Result>(_ read: () -> Result) -> Result {
    identifiers?.withoutPresenting(read) ?? read()
  }

  /// A slot with the identity that was at its place before.
  func slot<Slot: JSONSlotValue>(_ now: Slot, at pointer: JSONPointer) -> Slot {
    guard let identifiers else { return now }
    let before = isSameWay(pointer) ? try? JSONBridge.slot(of: before, at: pointer) : nil
    return now.continuing(before, identifiers)
  }

  /// The former state of a feature at a place, with the JSON of the present one; nil if there was none.
  func feature(_ now: JSONFeature.State, at pointer: JSONPointer) -> JSONFeature.State? {
    guard identifiers != nil, isSameWay(pointer),
      let before = try? JSONBridge.feature(in: before, at: pointer)
    else { return nil }
    return dependencies.scoped { before.replaced(by: now.json) }
  }

  /// The `Shared` that was at a place before; nil if there was none.
  func shared(at pointer: JSONPointer) -> (any AnyShared)? {
    isSameWay(pointer) ? try? JSONBridge.shared(in: before, at: pointer) : nil
  }

  /// Whether the rows on the way to a place are the same. A feature's own state has no rows.
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
  /// A value that was just read here. A slot, and the state of a JSON feature, get the identities they
  /// had before, and what was shared is shared again.
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
