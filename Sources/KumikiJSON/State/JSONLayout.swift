internal import OrderedCollections

/// A shape applied to a state, to find slots and rows. Dynamic reducers are called with a null action. This runs
/// code of the program, so no cursor may exist at that time.
package struct JSONLayout {
  let shape: JSONShape
  /// Points into `whole`; nil if the value is missing.
  let state: JSONNode?
  /// Retained, so that the values stay alive whatever a dynamic reducer does.
  fileprivate let whole: JSON
  /// The reducers chosen by dynamic reducers, which own these shapes.
  fileprivate let chosen: [AnyObject]

  private init(shape: JSONShape, state: JSONNode?, whole: JSON, chosen: [AnyObject]) {
    (self.shape, self.state, self.whole, self.chosen) = (shape, state, whole, chosen)
  }

  init(of whole: JSON, _ shape: JSONShape) {
    self.init(shape: shape, state: whole.node, whole: whole, chosen: [])
  }

  /// Returns the layout at an operator at a place; nil if no such operator is there.
  private func find(
    at keys: [String], _ isSearched: (JSONShape.Content) -> Bool
  ) -> JSONLayout? {
    var search = JSONShapeSearch(shape, along: keys, in: state)
    while let step = search.next() {
      guard isSearched(step.shape.content), let part = step.shape.part,
        keys.position(after: part.keys, from: step.rest) == keys.count
      else { continue }
      return JSONLayout(
        shape: step.shape, state: step.state.flatMap { part.pointer.resolve(in: $0) },
        whole: whole, chosen: chosen + search.chosen)
    }
    return nil
  }

  /// Returns the options of the slot at a place; nil if no slot is there.
  func slotOptions(at keys: [String]) -> JSONSlotOptions? {
    find(at: keys) { if case .slot = $0 { true } else { false } }?.shape.part?.options
  }

  /// Returns the rows or the navigation path at a place; nil if neither is there.
  func rows(at keys: [String]) -> JSONLayout? {
    find(at: keys) { if case .rows = $0 { true } else { false } } ?? identifiedRows(at: keys)
  }

  /// Returns a Swift feature's rows at a place, identified by their ids, since its operators are unknown.
  private func identifiedRows(at keys: [String]) -> JSONLayout? {
    var search = JSONShapeSearch(shape, along: keys, in: state)
    while let step = search.next() {
      guard step.shape.substateKind != nil,
        let array = step.state.flatMap({
          JSONPointer(keys: Array(keys[step.rest...])).resolve(in: $0)
        })
      else { continue }
      return JSONLayout(
        shape: step.shape, state: array, whole: whole, chosen: chosen + search.chosen)
    }
    return nil
  }

  /// Returns the forms of the rows on the path to a place, with the number of keys to each.
  func rowForms(on keys: [String]) -> [(count: Int, form: JSONRowsForm)] {
    var found: [(Int, JSONRowsForm)] = []
    var search = JSONShapeSearch(shape, along: keys, in: state)
    while let step = search.next() {
      guard case .rows(let part, let form) = step.shape.content,
        let count = keys.position(after: part.keys, from: step.rest), count < keys.count
      else { continue }
      found.append((count, form))
    }
    return found
  }

  /// The form of the rows here; nil if no rows are here.
  var form: JSONRowsForm? {
    if case .rows(_, let form) = shape.content { return form }
    guard shape.substateKind != nil, let state, state.elementCount > 0 else { return nil }
    return .identified(in: JSON(borrowing: state))
  }

  /// Returns the layout of the row with an id, if rows are here.
  func row(_ id: JSON) -> JSONLayout {
    let found = state.flatMap { form?.state(of: id.node, in: $0) }
    return JSONLayout(
      shape: shape.part?.child ?? (shape.substateKind == nil ? .none : shape), state: found,
      whole: whole, chosen: chosen)
  }

  /// Returns the features in another language whose states contain a place, with the number of keys to each.
  func substates(at keys: [String]) -> [(TypedSubstateKind, Int)] {
    var substates: [(TypedSubstateKind, Int)] = []
    var search = JSONShapeSearch(shape, along: keys, in: state)
    while let step = search.next() {
      if let kind = step.shape.substateKind { substates.append((kind, step.rest)) }
    }
    return substates
  }

  /// Returns the keys to the slot whose actions are under a case path; nil if no slot is found.
  func slotKeys(for cases: [String]) -> [String]? {
    /// A place of the state, by its keys from the place above.
    struct Place: Hashable {
      let above: Int
      let part: JSONPointer
    }
    struct Rest: Hashable {
      /// The number of cases that lead to the place.
      let position: Int
      /// The index of the place, so that deep places are compared quickly.
      let place: Int
    }
    var places: OrderedSet = [Place(above: 0, part: .root)]
    var search = JSONShapeSearch(shape, Rest(position: 0, place: 0), in: state) {
      shape, part, step in
      if case .rows = shape.content { return nil }
      let names = part.branch.childNames
      return cases.position(after: names, from: step.rest.position).map { end in
        let place = places.append(Place(above: step.rest.place, part: part.pointer)).index
        return (
          Rest(position: end, place: place), step.state.flatMap { part.pointer.resolve(in: $0) }
        )
      }
    }
    func keys(to rest: Rest) -> [String] {
      var (index, parts) = (rest.place, [[String]]())
      while index > 0 {
        parts.append(places[index].part.keys)
        index = places[index].above
      }
      return parts.reversed().flatMap { $0 }
    }
    while let step = search.next() {
      let position = step.rest.position
      switch step.shape.content {
      case .slot(let part)
      where cases.position(after: part.branch.names, from: position) == cases.count:
        return keys(to: step.rest) + part.keys
      case .substate where position < cases.count:
        return keys(to: step.rest) + JSONBranch.stateKeys(of: cases[position...])
      default: continue
      }
    }
    return nil
  }

  /// Returns the place of the slot with a case path's actions, relative to the scoped store's place.
  package func slotPointer(for cases: [String], at view: JSONAddress) -> JSONPointer? {
    guard let base = row(on: view), let keys = base.slotKeys(for: cases),
      let end = keys.position(after: view.rest.keys, from: 0)
    else { return nil }
    return JSONPointer(keys: Array(keys[end...]))
  }

  /// Whether an action is a write of a binding, for any part.
  package func isBinding(_ action: JSONNode) -> Bool { !bindingPlaces(of: action).isEmpty }

  /// Returns the places of the parts whose bindings an action writes, with "-" for each row.
  package func bindingPlaces(of action: JSONNode) -> [JSONPointer] {
    /// The keys to a part, from the part above.
    final class PartPath {
      let above: PartPath?
      let keys: [String]

      init(_ above: PartPath?, _ keys: [String]) { (self.above, self.keys) = (above, keys) }
    }
    /// The action of a part. The part's place follows from the action, and need not be compared.
    struct Rest: Hashable {
      let action: JSONNode
      let path: PartPath?

      static func == (one: Rest, other: Rest) -> Bool { one.action == other.action }
      func hash(into hasher: inout Hasher) { hasher.combine(action) }
    }
    var search = JSONShapeSearch(shape, Rest(action: action, path: nil), in: state) {
      shape, part, step in
      guard let (id, inner) = part.branch.child(of: JSONActionNode(step.rest.action)) else {
        return nil
      }
      var keys = part.keys
      var state = step.state.flatMap { part.pointer.resolve(in: $0) }
      if case .rows(_, let form) = shape.content, let id {
        state = state.flatMap { form.state(of: id, in: $0) }
        keys += ["-"] + (form.isPath ? [JSONPathForm.element.name] : [])
      }
      return (Rest(action: inner.node, path: PartPath(step.rest.path, keys)), state)
    }
    var places: [JSONPointer] = []
    while let step = search.next() {
      guard case .binding(let branch, _) = step.shape.content,
        branch.path.payload(of: step.rest.action) != nil
      else { continue }
      let paths = sequence(first: step.rest.path) { $0?.above }.compactMap { $0?.keys }
      places.append(JSONPointer(keys: paths.reversed().flatMap { $0 }))
    }
    return places
  }

  /// Returns the layout of the last row on an address; nil if the path has rows without an operator.
  func row(on route: JSONAddress) -> JSONLayout? {
    var here = self
    for row in route.rows {
      guard let rows = here.rows(at: row.array.keys) else { return nil }
      here = rows.row(row.id)
    }
    return here
  }
}

extension JSONDocument {
  /// The places of slots and rows in the current state.
  package var layout: JSONLayout {
    JSONLayout(of: snapshot, shape)
  }
}
