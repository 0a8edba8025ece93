internal import CJansson
internal import Kumiki

/// What a reducer over JSON says about its state before it runs: where slots and rows are.
///
/// The store asks it so that what is presented in the first state has an id before the first action,
/// and the views ask it which pointers are slots. A recursion is as deep as the state or the question.
///
/// Plain objects and not an indirect enum: that would mark its case in the pointers, where a memory
/// checker takes what is registered for the whole process for lost.
package final class JSONShape: @unchecked Sendable {
  // Immutable. The closure of a recursion gives the same shape whenever it is called.
  enum Kind { case none, all, part, slot, rows, recursion, choice, binding, cell }

  let kind: Kind
  /// The keys from the reducer's state to the part, and the cases from its actions to the part's.
  let keys: [String]
  let cases: [String]
  let options: JSONSlotOptions
  /// Of `rows`.
  let form: JSONRowsForm?
  /// Of `cell`.
  let cellKind: JSONCellKind?
  /// Of an operator with a place.
  let label: OperatorLabel?
  /// The members of `all`; else the child's or element's shape.
  let children: [JSONShape]
  private let nested: (() -> JSONShape)?
  /// Of `choice`: the reducer for a state and an action.
  let choose: JSONReducer.Choice?

  private init(
    _ kind: Kind, keys: [String] = [], cases: [String] = [],
    options: JSONSlotOptions = JSONSlotOptions(), form: JSONRowsForm? = nil,
    cellKind: JSONCellKind? = nil, label: OperatorLabel? = nil, children: [JSONShape] = [],
    nested: (() -> JSONShape)? = nil, choose: JSONReducer.Choice? = nil
  ) {
    self.kind = kind
    self.keys = keys
    self.cases = cases
    self.options = options
    self.form = form
    self.cellKind = cellKind
    self.label = label
    self.children = children
    self.nested = nested
    self.choose = choose
  }

  package static let none: JSONShape = JSONShape(.none)

  static func all(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.all, children: shapes) }

  /// A child on a part of the state, for a branch of the actions.
  static func part(
    keys: [String], cases: [String], _ child: JSONShape, label: OperatorLabel? = nil
  ) -> JSONShape {
    JSONShape(.part, keys: keys, cases: cases, label: label, children: [child])
  }

  static func slot(
    keys: [String], cases: [String], _ options: JSONSlotOptions, _ child: JSONShape,
    label: OperatorLabel? = nil
  ) -> JSONShape {
    JSONShape(.slot, keys: keys, cases: cases, options: options, label: label, children: [child])
  }

  static func rows(
    keys: [String], cases: [String], _ form: JSONRowsForm, _ element: JSONShape,
    label: OperatorLabel? = nil
  ) -> JSONShape {
    JSONShape(.rows, keys: keys, cases: cases, form: form, label: label, children: [element])
  }

  /// Actions that write the state: those of a view's bindings.
  static func binding(cases: [String]) -> JSONShape { JSONShape(.binding, cases: cases) }

  /// A feature of another language, which knows itself what is in its state.
  package static func cell(_ kind: JSONCellKind) -> JSONShape { JSONShape(.cell, cellKind: kind) }

  static func recursion(_ nested: @escaping () -> JSONShape) -> JSONShape {
    JSONShape(.recursion, nested: nested)
  }

  /// A reducer that is chosen by the state and the action: who looks for places has to ask for it.
  static func choice(_ choose: @escaping JSONReducer.Choice) -> JSONShape {
    JSONShape(.choice, choose: choose)
  }

  /// The shape of the child, the element, or the recursion.
  var child: JSONShape { nested?() ?? children.first ?? .none }
}

extension JSONShape {
  /// Calls the visitor for every slot and every array of rows that is in a state.
  func visit(_ state: inout JSONState, _ visitor: Visitor) throws(JSONError) {
    guard StackRoom.has(StackRoom.declaringReserve) else { throw .stackExhausted() }
    switch kind {
    case .none, .binding, .choice: return
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
        guard visitor.entersAll, element.isInteresting, let node = array.node,
          node.pointee.type == JSON_ARRAY
        else {
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
    case .recursion where !visitor.entersAll: return
    case .recursion:
      // Where the state has not become smaller since, all of it has been seen.
      try visitor.recursions.enter(self, at: state.depth) { () throws(JSONError) in
        try child.visit(&state, visitor)
      }
    }
  }

  /// What is done at each place that is found.
  struct Visitor {
    let slot: (inout JSONState, JSONSlotOptions) -> Void
    let rows: (inout JSONState, JSONRowsForm) throws(JSONError) -> Void
    let cell: (inout JSONState, JSONCellKind) throws(JSONError) -> Void
    /// Otherwise neither rows nor recursions are entered.
    var entersAll = true
    let recursions = OpenRecursions()
  }

  /// The recursions that a visit is in, and how far down the state it came to each last.
  final class OpenRecursions {
    private var depths: [ObjectIdentifier: Int] = [:]

    fileprivate func enter(
      _ recursion: JSONShape, at depth: Int, _ body: () throws(JSONError) -> Void
    ) throws(JSONError) {
      let outer = depths.updateValue(depth, forKey: ObjectIdentifier(recursion))
      defer { depths[ObjectIdentifier(recursion)] = outer }
      if outer != depth { try body() }
    }
  }

  private var isInteresting: Bool { kind != .none && kind != .binding && kind != .choice }

  private static func descend(
    _ state: inout JSONState, _ keys: [String],
    _ body: (inout JSONState) throws(JSONError) -> Void
  ) throws(JSONError) {
    let result = state.descend(JSONPointer(keys: keys)) { part in
      Result { () throws(JSONError) in try body(&part) }
    }
    try result?.get()
  }
}
