internal import OrderedCollections

/// A shape over a state: where its slots and rows are. Readers are called with a null action. That is
/// user code, so no cursor may exist meanwhile.
package struct JSONLayout {
  let shape: JSONShape
  /// Points into `whole`; nil if there is no value.
  let state: JSONNode?
  /// Retained, so that the values stay alive whatever a reader does.
  fileprivate let whole: JSON
  /// The reducers that readers chose, whose shapes these are.
  fileprivate let chosen: [AnyObject]

  private init(shape: JSONShape, state: JSONNode?, whole: JSON, chosen: [AnyObject]) {
    (self.shape, self.state, self.whole, self.chosen) = (shape, state, whole, chosen)
  }

  init(of whole: JSON, _ shape: JSONShape) {
    self.init(shape: shape, state: whole.node, whole: whole, chosen: [])
  }

  /// The layout at an operator at a place; nil if there is none.
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

  /// The options of the slot at a place; nil if there is no slot.
  func slotOptions(at keys: [String]) -> JSONSlotOptions? {
    find(at: keys) { if case .slot = $0 { true } else { false } }?.shape.part?.options
  }

  /// The rows or the navigation path at a place; nil if there is none.
  func rows(at keys: [String]) -> JSONLayout? {
    find(at: keys) { if case .rows = $0 { true } else { false } } ?? identifiedRows(at: keys)
  }

  /// The rows at a place of a feature in another language, whose operators are not known here: told by their ids.
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

  /// The forms of the rows on the way to a place, with the number of keys to each.
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

  /// The form of the rows here; nil if there are none.
  var form: JSONRowsForm? {
    if case .rows(_, let form) = shape.content { return form }
    guard shape.substateKind != nil, let state, state.elementCount > 0 else { return nil }
    return .identified(in: JSON(borrowing: state))
  }

  /// For rows: the layout of the one with an id.
  func row(_ id: JSON) -> JSONLayout {
    let found = state.flatMap { form?.state(of: id.node, in: $0) }
    return JSONLayout(
      shape: shape.part?.child ?? (shape.substateKind == nil ? .none : shape), state: found,
      whole: whole, chosen: chosen)
  }

  /// The features in another language whose states contain a place, with the number of keys to each.
  func substates(at keys: [String]) -> [(TypedSubstateKind, Int)] {
    var substates: [(TypedSubstateKind, Int)] = []
    var search = JSONShapeSearch(shape, along: keys, in: state)
    while let step = search.next() {
      if let kind = step.shape.substateKind { substates.append((kind, step.rest)) }
    }
    return substates
  }

  /// The place of the slot whose actions are under a case path; nil if there is none.
  func slotKeys(for cases: [String]) -> [String]? {
    /// A place of the state, by its keys from the one above.
    struct Place: Hashable {
      let above: Int
      let part: JSONPointer
    }
    struct Rest: Hashable {
      /// How many cases lead there.
      let position: Int
      /// The index of the place, so that a deep one is compared at once.
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

  /// The place of the slot whose actions are under a case path of a view, relative to the view's place.
  package func slotPointer(for cases: [String], at view: JSONAddress) -> JSONPointer? {
    guard let base = row(on: view), let keys = base.slotKeys(for: cases),
      let end = keys.position(after: view.rest.keys, from: 0)
    else { return nil }
    return JSONPointer(keys: Array(keys[end...]))
  }

  /// Whether an action is a write of a view's binding, for any part.
  package func isBinding(_ action: JSONNode) -> Bool { !bindingPlaces(of: action).isEmpty }

  /// The places of the parts whose bindings an action writes, with "-" for each row.
  package func bindingPlaces(of action: JSONNode) -> [JSONPointer] {
    /// The keys to a part, from the one above.
    final class Way {
      let above: Way?
      let keys: [String]

      init(_ above: Way?, _ keys: [String]) { (self.above, self.keys) = (above, keys) }
    }
    /// The action of a part. Its place follows from it, and need not be compared.
    struct Rest: Hashable {
      let action: JSONNode
      let way: Way?

      static func == (one: Rest, other: Rest) -> Bool { one.action == other.action }
      func hash(into hasher: inout Hasher) { hasher.combine(action) }
    }
    var search = JSONShapeSearch(shape, Rest(action: action, way: nil), in: state) {
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
      return (Rest(action: inner.node, way: Way(step.rest.way, keys)), state)
    }
    var places: [JSONPointer] = []
    while let step = search.next() {
      guard case .binding(let branch, _) = step.shape.content,
        branch.path.payload(of: step.rest.action) != nil
      else { continue }
      let ways = sequence(first: step.rest.way) { $0?.above }.compactMap { $0?.keys }
      places.append(JSONPointer(keys: ways.reversed().flatMap { $0 }))
    }
    return places
  }

  /// The layout of the last row on an address; nil if no operator has rows on the way.
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
