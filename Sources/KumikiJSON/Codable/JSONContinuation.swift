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
  private func slot<Slot: JSONSlotValue>(_ now: Slot, at pointer: JSONPointer) -> Slot {
    guard let identifiers else { return now }
    return now.continuing(former(.slot, at: pointer)?.slot, identifiers)
  }

  /// The former state of a feature at a place, with the JSON of the present one; nil if there was none.
  private func feature(_ now: JSONFeature.State, at pointer: JSONPointer) -> JSONFeature.State? {
    guard identifiers != nil, let before = former(.feature, at: pointer)?.feature else {
      return nil
    }
    return dependencies.scoped { before.replaced(by: now.json) }
  }

  /// What was at a place before, in a reader for it; nil if other rows are on the way, or it was not readable.
  private func former(_ goal: PointerReader.Goal, at pointer: JSONPointer) -> PointerReader? {
    guard isSameWay(pointer) else { return nil }
    let reader = PointerReader(pointer, for: goal)
    do throws(JSONError) { _ = try reader.read(in: before) } catch { return nil }
    return reader
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
        guard let id = JSONCase.id.member(of: newPart),
          let oldID = oldPart.flatMap({ JSONCase.id.member(of: $0) }),
          JSON(borrowing: id) == JSON(borrowing: oldID)
        else { return false }
      }
      (old, new) = (oldPart, newPart)
    }
    return true
  }

  /// A value that was just decoded at a node: a slot, or the state of a JSON feature, with the identities it
  /// had before; what was shared, shared again.
  func continued<T>(_ value: T, at node: DecodingNode) -> T {
    let isFeature = T.self == JSONFeature.State.self
    let slot = value as? any JSONSlotValue
    guard slot != nil || isFeature || value is any AnyShared,
      let pointer = try? JSONPointer(node.path())
    else { return value }
    if let slot { return self.slot(slot, at: pointer) as? T ?? value }
    if isFeature {
      return feature(known(value, as: JSONFeature.State.self), at: pointer) as? T ?? value
    }
    return former(.shared, at: pointer)?.shared as? T ?? value
  }
}

extension JSONBridge {
  /// Reads a value from JSON that replaces another. Presentations that are in both continue.
  package static func decode<T: Decodable>(
    _ type: T.Type, from json: JSON, continuing before: JSONContinuation
  ) throws(JSONError) -> T {
    try before.withoutPresenting {
      Result { () throws(JSONError) in try decode(type, from: json, asIn: before) }
    }.get()
  }

  /// Reads a value from JSON. A place shares what a feature's own state shares there.
  ///
  /// - Parameter own: makes that state; called if something is shared.
  package static func decode<T: Codable>(
    _ type: T.Type, from json: JSON, sharingAs own: @escaping () -> T
  ) throws(JSONError) -> T {
    try decode(type, from: json, asIn: JSONContinuation(json, sharingAs: own))
  }

  private static func decode<T: Decodable>(
    _ type: T.Type, from json: JSON, asIn before: JSONContinuation
  ) throws(JSONError) -> T {
    let root = DecodingNode(json)
    root.continuation = before
    return try root.value(type)
  }
}
