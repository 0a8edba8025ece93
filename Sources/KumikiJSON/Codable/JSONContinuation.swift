package import KumikiValues

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
  /// The ids of a snapshot, by the places of their slots. They count for more than what was there before.
  private let given: [JSONPointer: PresentationID]
  private lazy var givenInside = PresentationsAt(given.map { ($0.key.text, $0.value) })
  /// The ids that were at the places of the slots that were read, for a snapshot.
  var slots: [(at: String, id: PresentationID)]?
  /// Whether a path was read whose elements had no ids.
  package private(set) var hasNewElements = false
  /// The reader's dependencies: no ids are generated while a value is read.
  private let dependencies = DependencyValues.current

  /// - Parameter old: the state before, as JSON; nil if it cannot be written. Then nothing continues in rows.
  package init(
    of before: any Encodable, _ old: JSON?, as new: JSON, _ identifiers: Identifiers,
    presenting given: [JSONPointer: PresentationID] = [:]
  ) {
    makeBefore = { before }
    self.old = old
    self.new = new
    self.identifiers = identifiers
    self.given = given
  }

  /// For the first read of a state: places share what a feature's own state shares there, and everything
  /// else is new.
  package init(
    _ json: JSON, sharingAs own: @escaping () -> any Encodable,
    presenting given: [JSONPointer: PresentationID] = [:]
  ) {
    makeBefore = own
    (old, new, identifiers) = (nil, json, nil)
    self.given = given
  }

  /// Runs `read` without generating ids.
  func withoutPresenting<Result>(_ read: () -> Result) -> Result {
    identifiers?.withoutPresenting(read) ?? read()
  }

  /// A slot with the identity that was at its place before.
  private func slot<Slot: JSONSlotValue>(_ now: Slot, at pointer: JSONPointer) -> Slot {
    if slots != nil {
      if let id = former(.slot, at: pointer)?.slot?.id { slots?.append((pointer.text, id)) }
      return now
    }
    if let id = given[pointer] { return now.presented(as: id) }
    guard let identifiers else { return now }
    let before = former(.slot, at: pointer)?.slot
    // Nobody wrote there. An alert has no identity by which it would go on.
    if let before = before as? Slot, let nodes = nodes(at: pointer), nodes.old == nodes.new {
      return before
    }
    return now.continuing(before, identifiers)
  }

  /// The state of a feature in JSON, with the identities that were at its place before, and those of a snapshot.
  private func feature(_ now: JSONFeature.State, at pointer: JSONPointer) -> JSONFeature.State {
    if slots != nil {
      let inside = former(.feature, at: pointer)?.feature?.presentations ?? []
      slots? += inside.map { (pointer.text + $0.at, $0.id) }
      return now
    }
    let before = identifiers == nil ? nil : former(.feature, at: pointer)?.feature
    var state = before.flatMap { before in dependencies.scoped { before.replaced(by: now.json) } }
    let ids = given.isEmpty ? [] : givenInside.inside(pointer.text)
    if !ids.isEmpty { state = (state ?? now).presenting(ids) }
    return state ?? now
  }

  /// What was at a place before, in a reader for it; nil if other rows are on the way, or it was not readable.
  private func former(_ goal: PointerReader.Goal, at pointer: JSONPointer) -> PointerReader? {
    guard nodes(at: pointer) != nil else { return nil }
    let reader = PointerReader(pointer, for: goal)
    do throws(JSONError) { _ = try reader.read(in: before) } catch { return nil }
    return reader
  }

  /// What stood at a place and what stands there now; nil if other rows are on the way. A feature's own state has no
  /// rows.
  private func nodes(at pointer: JSONPointer) -> (old: JSONNode?, new: JSONNode)? {
    defer { withExtendedLifetime(pointer) {} }
    var old = old?.node
    var new = new.node
    for segment in pointer.segments {
      guard let newPart = segment.child(of: new) else { return nil }
      let oldPart = old.flatMap { segment.child(of: $0) }
      if self.old != nil, oldPart == nil { return nil }
      if new.isArray {
        guard let id = JSONCase.id.member(of: newPart),
          let oldID = oldPart.flatMap({ JSONCase.id.member(of: $0) }),
          JSON(borrowing: id) == JSON(borrowing: oldID)
        else { return nil }
      }
      (old, new) = (oldPart, newPart)
    }
    return (old, new)
  }

  /// A value that was just decoded at a node: a slot, or the state of a JSON feature, with the identities it
  /// had before; what was shared, shared again.
  func continued<T>(_ value: T, at node: DecodingNode) -> T {
    if T.self is any PathValue.Type, let path = node.json, path.elementCount > 0 {
      hasNewElements = hasNewElements || !JSONPathForm.isLong(path)
    }
    let isFeature = T.self == JSONFeature.State.self
    let slot = value as? any JSONSlotValue
    guard slot != nil || isFeature || value is any AnyShared,
      let pointer = try? JSONPointer(node.path())
    else { return value }
    if let slot { return self.slot(slot, at: pointer) as? T ?? value }
    if isFeature {
      return known(feature(known(value, as: JSONFeature.State.self), at: pointer), as: T.self)
    }
    return former(.shared, at: pointer)?.shared as? T ?? value
  }
}

/// A navigation path.
private protocol PathValue {}

extension StackState: PathValue {}
