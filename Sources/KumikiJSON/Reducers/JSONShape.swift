internal import CJansson

/// What a reducer over JSON says about its state before it runs: where slots and rows are.
///
/// The store asks it so that what is presented in the first state has an id before the first action,
/// and the views ask it which pointers are slots. A recursion is as deep as the state or the question.
///
/// Plain objects and not an indirect enum: that would mark its case in the pointers, where a memory
/// checker takes what is registered for the whole process for lost.
package final class JSONShape: @unchecked Sendable {
  // Immutable. The closure of a recursion gives the same shape whenever it is called.
  enum Kind { case none, all, part, slot, rows, recursion, binding, cell }

  let kind: Kind
  /// The keys from the reducer's state to the part, and the cases from its actions to the part's.
  let keys: [String]
  let cases: [String]
  let options: JSONSlotOptions
  /// Of `rows`.
  let form: JSONRowsForm?
  /// Of `cell`.
  let cellKind: JSONCellKind?
  /// The members of `all`; else the child's or element's shape.
  let children: [JSONShape]
  private let nested: (() -> JSONShape)?

  private init(
    _ kind: Kind, keys: [String] = [], cases: [String] = [],
    options: JSONSlotOptions = JSONSlotOptions(), form: JSONRowsForm? = nil,
    cellKind: JSONCellKind? = nil, children: [JSONShape] = [], nested: (() -> JSONShape)? = nil
  ) {
    self.kind = kind
    self.keys = keys
    self.cases = cases
    self.options = options
    self.form = form
    self.cellKind = cellKind
    self.children = children
    self.nested = nested
  }

  package static let none: JSONShape = JSONShape(.none)

  static func all(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.all, children: shapes) }

  /// A child on a part of the state, for a branch of the actions.
  static func part(keys: [String], cases: [String], _ child: JSONShape) -> JSONShape {
    JSONShape(.part, keys: keys, cases: cases, children: [child])
  }

  static func slot(
    keys: [String], cases: [String], _ options: JSONSlotOptions, _ child: JSONShape
  ) -> JSONShape {
    JSONShape(.slot, keys: keys, cases: cases, options: options, children: [child])
  }

  static func rows(
    keys: [String], cases: [String], _ form: JSONRowsForm, _ element: JSONShape
  ) -> JSONShape {
    JSONShape(.rows, keys: keys, cases: cases, form: form, children: [element])
  }

  /// Actions that write the state: those of a view's bindings.
  static func binding(cases: [String]) -> JSONShape { JSONShape(.binding, cases: cases) }

  /// A feature of another language, which knows itself what is in its state.
  package static func cell(_ kind: JSONCellKind) -> JSONShape { JSONShape(.cell, cellKind: kind) }

  static func recursion(_ nested: @escaping () -> JSONShape) -> JSONShape {
    JSONShape(.recursion, nested: nested)
  }

  /// The shape of the child, the element, or the recursion.
  var child: JSONShape { nested?() ?? children.first ?? .none }
}

extension JSONShape {
  /// The options of the slot at a place; nil where there is no slot.
  func slotOptions(at keys: ArraySlice<String>) -> JSONSlotOptions? {
    switch kind {
    case .none, .binding, .cell: return nil
    case .all: return children.lazy.compactMap { $0.slotOptions(at: keys) }.first
    case .part: return keys.dropping(self.keys).flatMap { child.slotOptions(at: $0) }
    case .slot:
      guard let rest = keys.dropping(self.keys) else { return nil }
      return rest.isEmpty ? options : child.slotOptions(at: rest)
    case .rows:
      return keys.dropping(self.keys).flatMap(elementKeys).flatMap { child.slotOptions(at: $0) }
    case .recursion: return child.slotOptions(at: keys)
    }
  }

  /// The rows or the path at a place, whose child is the element's shape; nil where there is none.
  func rows(at keys: ArraySlice<String>) -> JSONShape? {
    switch kind {
    case .none, .binding, .cell: return nil
    case .all: return children.lazy.compactMap { $0.rows(at: keys) }.first
    case .part, .slot: return keys.dropping(self.keys).flatMap { child.rows(at: $0) }
    case .rows:
      guard let rest = keys.dropping(self.keys) else { return nil }
      return rest.isEmpty ? self : elementKeys(rest).flatMap { child.rows(at: $0) }
    case .recursion: return child.rows(at: keys)
    }
  }

  /// The features of another language whose states hold a place, with how many keys lead to each.
  func cells(at keys: ArraySlice<String>) -> [(JSONCellKind, Int)] {
    switch kind {
    case .none, .binding: return []
    case .cell: return cellKind.map { [($0, keys.startIndex)] } ?? []
    case .all: return children.flatMap { $0.cells(at: keys) }
    case .part, .slot: return keys.dropping(self.keys).map { child.cells(at: $0) } ?? []
    case .rows:
      return keys.dropping(self.keys).flatMap(elementKeys).map { child.cells(at: $0) } ?? []
    case .recursion: return child.cells(at: keys)
    }
  }

  /// What follows an index of rows: one key is the index; in a path the element is inside the entry.
  private func elementKeys(_ keys: ArraySlice<String>) -> ArraySlice<String>? {
    guard !keys.isEmpty else { return nil }
    let row = keys.dropFirst()
    return form?.isPath == true ? row.dropping(["element"]) : row
  }

  /// The place of the slot whose actions are under a case path; nil where there is none.
  func slotKeys(for cases: ArraySlice<String>) -> [String]? {
    switch kind {
    case .none, .rows, .binding: return nil
    // Its slots bear in the state the names that their actions have.
    case .cell: return cases.isEmpty ? nil : cases.filter { $0 != "presented" }
    case .all: return children.lazy.compactMap { $0.slotKeys(for: cases) }.first
    case .part:
      return cases.dropping(self.cases).flatMap { child.slotKeys(for: $0) }.map { keys + $0 }
    case .slot:
      guard let rest = cases.dropping(self.cases) else { return nil }
      if rest.isEmpty { return keys }
      return rest.dropping(["presented"]).flatMap { child.slotKeys(for: $0) }.map { keys + $0 }
    case .recursion: return child.slotKeys(for: cases)
    }
  }

  /// The place of the slot whose actions are under a case path of a view, from the view's place.
  package func slotPointer(for cases: [String], at view: JSONRoute) -> JSONPointer? {
    var shape = self
    for row in view.rows { shape = shape.rows(at: row.array.keys[...])?.child ?? .none }
    let keys = shape.slotKeys(for: cases[...])
    return keys?[...].dropping(view.rest.keys)?.reduce(.root) { $0.appending($1) }
  }

  /// Calls the visitor for every slot and every array of rows that is in a state.
  func visit(_ state: inout JSONState, _ visitor: Visitor) throws(JSONError) {
    guard StackRoom.has(StackRoom.declaringReserve) else { throw .stackExhausted() }
    switch kind {
    case .none, .binding: return
    case .cell: if let cellKind { try visitor.cell(&state, cellKind) }
    case .all: for shape in children { try shape.visit(&state, visitor) }
    case .part:
      try Self.descend(&state, keys) { (part) throws(JSONError) in
        guard part.node?.isContainer == true else { return }
        try child.visit(&part, visitor)
      }
    case .slot:
      try Self.descend(&state, keys) { (slot) throws(JSONError) in
        visitor.slot(&slot, options)
        guard slot.node?.isContainer == true else { return }
        try child.visit(&slot, visitor)
      }
    case .rows:
      let element = child
      guard let form else { return }
      try Self.descend(&state, keys) { (array) throws(JSONError) in
        try visitor.rows(&array, form)
        guard element.isInteresting, let node = array.node, node.pointee.type == JSON_ARRAY else {
          return
        }
        for index in 0..<json_array_size(node) {
          let result = array.stepRow(index) { row in
            Result { () throws(JSONError) in
              guard form.isPath else { return try element.visit(&row, visitor) }
              try Self.descend(&row, ["element"]) { (inner) throws(JSONError) in
                try element.visit(&inner, visitor)
              }
            }
          }
          try result.get()
        }
      }
    case .recursion: try child.visit(&state, visitor)
    }
  }

  /// What is done at each place that is found.
  struct Visitor {
    let slot: (inout JSONState, JSONSlotOptions) -> Void
    let rows: (inout JSONState, JSONRowsForm) throws(JSONError) -> Void
    let cell: (inout JSONState, JSONCellKind) throws(JSONError) -> Void
  }

  private var isInteresting: Bool { kind != .none && kind != .binding }

  private static func descend(
    _ state: inout JSONState, _ keys: [String],
    _ body: (inout JSONState) throws(JSONError) -> Void
  ) throws(JSONError) {
    let pointer = keys.reduce(JSONPointer.root) { $0.appending($1) }
    let result = state.descend(pointer) { part in
      Result { () throws(JSONError) in try body(&part) }
    }
    try result?.get()
  }
}

extension ArraySlice<String> {
  /// What comes after a beginning; nil where it begins otherwise. Keys compare by their bytes.
  fileprivate func dropping(_ beginning: [String]) -> ArraySlice<String>? {
    guard count >= beginning.count,
      zip(self, beginning).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
    else { return nil }
    return dropFirst(beginning.count)
  }
}
