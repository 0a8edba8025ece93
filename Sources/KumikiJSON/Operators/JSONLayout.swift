/// A shape over a state: where its slots and rows are. Readers are called with a null action. That is
/// user code, so no cursor may exist meanwhile.
package struct JSONLayout {
  let shape: JSONShape
  /// Points into `whole`; nil if there is no value.
  let state: JSONNode?
  /// Retained, so that the values stay alive whatever a reader does.
  fileprivate let whole: JSON
  /// The reducers that readers chose, whose shapes these are.
  fileprivate let chosen: [JSONReducer]

  /// The layout at an operator of a kind at a place; nil if there is none.
  private func find(_ kind: JSONShape.Kind, at keys: [String]) -> JSONLayout? {
    var search = JSONShapeSearch(shape, keys, .keys, in: state)
    while let index = search.next() {
      let shape = search[index].shape
      if shape.kind == kind, search.ends(with: shape.keys, at: index) {
        let there = state.flatMap { JSONPointer(keys: keys).resolve(in: $0) }
        return JSONLayout(
          shape: shape, state: there, whole: whole, chosen: chosen + search.chosen)
      }
    }
    return nil
  }

  /// The options of the slot at a place; nil if there is no slot.
  func slotOptions(at keys: [String]) -> JSONSlotOptions? { find(.slot, at: keys)?.shape.options }

  /// The rows or the navigation path at a place; nil if there is none.
  func rows(at keys: [String]) -> JSONLayout? { find(.rows, at: keys) }

  /// The form of the rows here; nil if there are none.
  var form: JSONRowsForm? { shape.form }

  /// For rows: the layout of the one with an id.
  func row(_ id: JSON) -> JSONLayout {
    let found = state.flatMap { form?.state(of: id.node, in: $0) }
    return JSONLayout(shape: shape.child, state: found, whole: whole, chosen: chosen)
  }

  /// The features in another language whose states contain a place, with the number of keys to each.
  func substates(at keys: [String]) -> [(TypedSubstateKind, Int)] {
    var substates: [(TypedSubstateKind, Int)] = []
    var search = JSONShapeSearch(shape, keys, .keys, in: state)
    while let index = search.next() {
      if let kind = search[index].shape.substateKind {
        substates.append((kind, search[index].position))
      }
    }
    return substates
  }

  /// The place of the slot whose actions are under a case path; nil if there is none.
  func slotKeys(for cases: [String]) -> [String]? {
    var search = JSONShapeSearch(shape, cases, .cases, in: state)
    while let index = search.next() {
      let shape = search[index].shape
      if shape.kind == .slot, let branch = shape.branch, search.ends(with: branch.names, at: index)
      {
        return search.keys(to: index) + shape.keys
      }
      let rest = search.rest(at: index)
      if shape.kind == .substate, !rest.isEmpty {
        return search.keys(to: index) + JSONBranch.stateKeys(of: rest)
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

  /// The layout of the last row on an address; nil if no operator has rows on the way.
  func row(on address: JSONAddress) -> JSONLayout? {
    var here = self
    for row in address.rows {
      guard let rows = here.rows(at: row.array.keys) else { return nil }
      here = rows.row(row.id)
    }
    return here
  }
}

extension JSONRowsForm {
  /// The state of the row with an id; in a navigation path, the element inside the entry. Searches the
  /// array.
  func state(of id: JSONNode, in array: JSONNode) -> JSONNode? {
    guard array.isArray else { return nil }
    let row = array.children.first { idKey.member(of: $0)?.isEqual(to: id) == true }
    return isPath ? row.flatMap { JSONPathForm.element.member(of: $0) } : row
  }
}

extension JSONDocument {
  /// The places of slots and rows in the current state.
  package var layout: JSONLayout {
    let whole = snapshot
    return JSONLayout(shape: shape, state: whole.node, whole: whole, chosen: [])
  }
}
