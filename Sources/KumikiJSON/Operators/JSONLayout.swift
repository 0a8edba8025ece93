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

  /// The layout at an operator at a place; nil if there is none.
  private func find(
    at keys: [String], _ isSearched: (JSONShape.Content) -> Bool
  ) -> JSONLayout? {
    var search = JSONShapeSearch(shape, keys, in: state)
    while let index = search.next() {
      let shape = search[index].shape
      guard isSearched(shape.content), search.ends(with: shape.part!.keys, at: index) else {
        continue
      }
      let there = state.flatMap { JSONPointer(keys: keys).resolve(in: $0) }
      return JSONLayout(shape: shape, state: there, whole: whole, chosen: chosen + search.chosen)
    }
    return nil
  }

  /// The options of the slot at a place; nil if there is no slot.
  func slotOptions(at keys: [String]) -> JSONSlotOptions? {
    find(at: keys) { if case .slot = $0 { true } else { false } }?.shape.part?.options
  }

  /// The rows or the navigation path at a place; nil if there is none.
  func rows(at keys: [String]) -> JSONLayout? {
    find(at: keys) { if case .rows = $0 { true } else { false } }
  }

  /// The form of the rows here; nil if there are none.
  var form: JSONRowsForm? { if case .rows(_, let form) = shape.content { form } else { nil } }

  /// For rows: the layout of the one with an id.
  func row(_ id: JSON) -> JSONLayout {
    let found = state.flatMap { form?.state(of: id.node, in: $0) }
    return JSONLayout(
      shape: shape.part?.child ?? .none, state: found, whole: whole, chosen: chosen)
  }

  /// The features in another language whose states contain a place, with the number of keys to each.
  func substates(at keys: [String]) -> [(TypedSubstateKind, Int)] {
    var substates: [(TypedSubstateKind, Int)] = []
    var search = JSONShapeSearch(shape, keys, in: state)
    while let index = search.next() {
      if case .substate(let kind) = search[index].shape.content {
        substates.append((kind, search[index].position))
      }
    }
    return substates
  }

  /// The place of the slot whose actions are under a case path; nil if there is none.
  func slotKeys(for cases: [String]) -> [String]? {
    var search = JSONShapeSearch(shape, cases, areCases: true, in: state)
    while let index = search.next() {
      let rest = search.rest(at: index)
      switch search[index].shape.content {
      case .slot(let part) where search.ends(with: part.branch.names, at: index):
        return search.keys(to: index) + part.keys
      case .substate where !rest.isEmpty:
        return search.keys(to: index) + JSONBranch.stateKeys(of: rest)
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
  package func isBinding(_ action: JSONNode) -> Bool {
    // A list instead of recursion: an action sent through a view may be nested as deep as its path is long.
    var waiting: [(shape: JSONShape, action: JSONNode, state: JSONNode?)] = [(shape, action, state)]
    var chosen: [AnyObject] = []
    while let (shape, action, state) = waiting.popLast() {
      for shape in shape.here() {
        switch shape.content {
        case .binding(let branch, _):
          if branch.path.payload(of: action) != nil { return true }
        case .choice(let choose):
          // A reader that returns another one each time would never end.
          guard chosen.count < JSONShapeSearch.mostChoices + JSONLimits.standard.depth, let state,
            let (shape, owner) = choose(state)
          else { continue }
          chosen.append(owner)
          waiting.append((shape, action, state))
        case .part(let part), .slot(let part), .rows(let part, _):
          guard let (id, inner) = part.branch.child(of: JSONActionNode(action)) else { continue }
          var state = state.flatMap { part.pointer.resolve(in: $0) }
          if case .rows(_, let form) = shape.content, let id {
            state = state.flatMap { form.state(of: id, in: $0) }
          }
          waiting.append((part.child, inner.node, state))
        default: continue
        }
      }
    }
    return false
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
    let whole = snapshot
    return JSONLayout(shape: shape, state: whole.node, whole: whole, chosen: [])
  }
}
