internal import CJansson

/// A shape over a state: where slots and rows are in it.
///
/// As far as the operators say so beforehand, and as a reader chooses for the state as it is: it is
/// asked with the action null. User code runs then, so no cursor may be held meanwhile.
package struct JSONLayout {
  let shape: JSONShape
  /// In `whole`; nil where nothing is there.
  let state: JSONNode?
  /// Held, so that what is looked at stays whatever a reader does.
  private let whole: JSON
  /// The reducers whose shapes these are, where readers chose them.
  private let chosen: [JSONReducer]

  init(_ shape: JSONShape, over state: JSON) { self.init(shape, state.node, of: state, []) }

  private init(
    _ shape: JSONShape, _ state: JSONNode?, of whole: JSON, _ chosen: [JSONReducer]
  ) {
    self.shape = shape
    self.state = state
    self.whole = whole
    self.chosen = chosen
  }

  /// The options of the slot at a place; nil where there is no slot.
  func slotOptions(at keys: [String]) -> JSONSlotOptions? {
    var search = JSONShapeSearch(shape, keys, .keys, in: state)
    while let index = search.next() {
      let shape = search[index].shape
      if shape.kind == .slot, search.ends(with: shape.keys, at: index) { return shape.options }
    }
    return nil
  }

  /// The rows or the path at a place; nil where there is none.
  func rows(at keys: [String]) -> JSONLayout? {
    var search = JSONShapeSearch(shape, keys, .keys, in: state)
    while let index = search.next() {
      let shape = search[index].shape
      if shape.kind == .rows, search.ends(with: shape.keys, at: index) {
        let array = state.flatMap { JSONPointer(keys: keys).resolve(in: $0) }
        return JSONLayout(shape, array, of: whole, chosen + search.chosen)
      }
    }
    return nil
  }

  /// What the rows here are; nil where there are none.
  var form: JSONRowsForm? { shape.form }

  /// Of rows: the layout of the one with an id.
  func row(_ id: JSON) -> JSONLayout {
    let found = state.flatMap { form?.state(of: id.node, in: $0) }
    return JSONLayout(shape.child, found, of: whole, chosen)
  }

  /// The features of another language whose states hold a place, with how many keys lead to each.
  func cells(at keys: [String]) -> [(TypedSubstateKind, Int)] {
    var cells: [(TypedSubstateKind, Int)] = []
    var search = JSONShapeSearch(shape, keys, .keys, in: state)
    while let index = search.next() {
      if let kind = search[index].shape.cellKind { cells.append((kind, search[index].position)) }
    }
    return cells
  }

  /// The place of the slot whose actions are under a case path; nil where there is none.
  func slotKeys(for cases: [String]) -> [String]? {
    var search = JSONShapeSearch(shape, cases, .cases, in: state)
    while let index = search.next() {
      let shape = search[index].shape
      if shape.kind == .slot, let branch = shape.branch, search.ends(with: branch.names, at: index)
      {
        return search.keys(to: index) + shape.keys
      }
      let rest = search.rest(at: index)
      if shape.kind == .cell, !rest.isEmpty {
        return search.keys(to: index) + JSONBranch.stateKeys(of: rest)
      }
    }
    return nil
  }

  /// The place of the slot whose actions are under a case path of a view, from the view's place.
  package func slotPointer(for cases: [String], at view: JSONAddress) -> JSONPointer? {
    guard let base = row(on: view), let keys = base.slotKeys(for: cases),
      let end = keys.end(of: view.rest.keys, from: 0)
    else { return nil }
    return JSONPointer(keys: Array(keys[end...]))
  }

  /// The layout of the last row on a route; nil where no operator has rows on the way.
  func row(on route: JSONAddress) -> JSONLayout? {
    var here = self
    for row in route.rows {
      guard let rows = here.rows(at: row.array.keys) else { return nil }
      here = rows.row(row.id)
    }
    return here
  }
}

extension JSONRowsForm {
  /// The state of the row with an id, of a path's element what is inside the entry. By a search.
  func state(of id: JSONNode, in array: JSONNode) -> JSONNode? {
    guard array.pointee.type == JSON_ARRAY else { return nil }
    let row = array.children.first { idKey.member(of: $0)?.isEqual(to: id) == true }
    return isPath ? row.flatMap { JSONPathForm.element.member(of: $0) } : row
  }
}

extension JSONShapeSearch {
  /// Whether some names are just what is left of the path.
  fileprivate func ends(with names: [String], at index: Int) -> Bool {
    let rest = rest(at: index)
    return rest.count == names.count
      && zip(rest, names).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension JSONDocument {
  /// Where slots and rows are in the state as it is now.
  package var layout: JSONLayout { JSONLayout(shape, over: snapshot) }
}
