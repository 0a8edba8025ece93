package import KumikiValues

/// A state that was partly replaced from outside, together with its former value.
///
/// Decoding the new value alone would end each presentation and every sharing. If the same case with the same
/// id is at the same place, its presentation continues, as in a state that is JSON throughout. Shared values
/// stay shared.
package final class JSONContinuation {
  private lazy var before = makeBefore()
  private let makeBefore: () -> any Encodable
  private let old: JSON?
  private let new: JSON
  private let identifiers: Identifiers?
  /// The presentation ids of a snapshot, by their slots' places. They take precedence over former ids.
  private let given: [JSONPointer: PresentationID]
  private lazy var givenInside = PresentationsAt(given.map { ($0.key.text, $0.value) })
  /// Collects, for a snapshot, the former ids at the places of the slots that are read.
  var slots: [(at: String, id: PresentationID)]?
  /// Whether a navigation path was read whose elements had no ids.
  package private(set) var hasNewElements = false
  /// The reader's dependencies. No ids are generated while a value is read.
  private let dependencies = DependencyValues.current

  /// - Parameter old: the former state as JSON; nil if it cannot be written, so that no row continues.
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

  /// For the first read of a state: places share the values that a feature's own state shares there, and
  /// everything else is new.
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

  /// Returns a slot with the presentation id that was at its place before.
  private func slot<Slot: JSONSlotValue>(_ now: Slot, at pointer: JSONPointer) -> Slot {
    if slots != nil {
      if let id = former(.slot, at: pointer)?.slot?.id { slots?.append((pointer.text, id)) }
      return now
    }
    if let id = given[pointer] { return now.presented(as: id) }
    guard let identifiers else { return now }
    let before = former(.slot, at: pointer)?.slot
    // The slot was not written. An alert has no id that could continue.
    if let before = before as? Slot, let nodes = nodes(at: pointer), nodes.old == nodes.new {
      return before
    }
    return now.continuing(before, identifiers)
  }

  /// Returns a JSON feature's state, with the presentation ids from before and those of a snapshot.
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

  /// Returns a reader that found the former value at a place; nil if its rows differ or it was not readable.
  private func former(_ goal: PointerReader.Goal, at pointer: JSONPointer) -> PointerReader? {
    guard nodes(at: pointer) != nil else { return nil }
    let reader = PointerReader(pointer, for: goal)
    do throws(JSONError) { _ = try reader.read(in: before) } catch { return nil }
    return reader
  }

  /// Returns the former and the current value at a place; nil if the path leads through different rows. A
  /// feature's own state has no rows.
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

  /// Returns a value that was just decoded at a node. A slot and the state of a JSON feature get their former
  /// presentation ids; a shared value is shared again.
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
