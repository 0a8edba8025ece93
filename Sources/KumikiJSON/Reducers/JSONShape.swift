internal import CJansson

/// What a reducer over JSON says about its state before it runs: where slots and rows are.
///
/// The store asks it so that what is presented in the first state has an id before the first action,
/// and the views ask it which pointers are slots. A recursion is as deep as the state or the question.
package indirect enum JSONShape: @unchecked Sendable {
  // The closure of a recursion gives the same shape whenever it is called.
  case none
  case all([JSONShape])
  /// A child on a part of the state, for a branch of the actions.
  case part(keys: [String], cases: [String], JSONShape)
  case slot(keys: [String], cases: [String], JSONSlotOptions, JSONShape)
  case rows(keys: [String], cases: [String], idKey: JSONCase, isPath: Bool, JSONShape)
  case recursion(() -> JSONShape)

  /// The options of the slot at a place; nil where there is no slot.
  func slotOptions(at keys: ArraySlice<String>) -> JSONSlotOptions? {
    switch self {
    case .none: return nil
    case .all(let shapes): return shapes.lazy.compactMap { $0.slotOptions(at: keys) }.first
    case .part(let own, _, let child):
      return keys.dropping(own).flatMap { child.slotOptions(at: $0) }
    case .slot(let own, _, let options, let child):
      guard let rest = keys.dropping(own) else { return nil }
      return rest.isEmpty ? options : child.slotOptions(at: rest)
    case .rows(let own, _, _, let isPath, let element):
      // One key is the row's index; in a path the element is inside the entry.
      guard let rest = keys.dropping(own), !rest.isEmpty else { return nil }
      let row = rest.dropFirst()
      return (isPath ? row.dropping(["element"]) : row).flatMap { element.slotOptions(at: $0) }
    case .recursion(let shape): return shape().slotOptions(at: keys)
    }
  }

  /// The place of the slot whose actions are under a case path; nil where there is none.
  func slotKeys(for cases: ArraySlice<String>) -> [String]? {
    switch self {
    case .none, .rows: return nil
    case .all(let shapes): return shapes.lazy.compactMap { $0.slotKeys(for: cases) }.first
    case .part(let keys, let own, let child):
      return cases.dropping(own).flatMap { child.slotKeys(for: $0) }.map { keys + $0 }
    case .slot(let keys, let own, _, let child):
      guard let rest = cases.dropping(own) else { return nil }
      if rest.isEmpty { return keys }
      return rest.dropping(["presented"]).flatMap { child.slotKeys(for: $0) }.map { keys + $0 }
    case .recursion(let shape): return shape().slotKeys(for: cases)
    }
  }

  /// Calls the visitor for every slot and every array of rows that is in a state.
  func visit(_ state: inout JSONState, _ visitor: Visitor) throws(JSONError) {
    guard StackRoom.has(StackRoom.declaringReserve) else { throw .stackExhausted() }
    switch self {
    case .none: return
    case .all(let shapes): for shape in shapes { try shape.visit(&state, visitor) }
    case .part(let keys, _, let child):
      try Self.descend(&state, keys) { (part) throws(JSONError) in
        guard part.node?.isContainer == true else { return }
        try child.visit(&part, visitor)
      }
    case .slot(let keys, _, let options, let child):
      try Self.descend(&state, keys) { (slot) throws(JSONError) in
        visitor.slot(&slot, options)
        guard slot.node?.isContainer == true else { return }
        try child.visit(&slot, visitor)
      }
    case .rows(let keys, _, let idKey, let isPath, let element):
      try Self.descend(&state, keys) { (array) throws(JSONError) in
        try visitor.rows(&array, idKey, isPath)
        guard element.isInteresting, let node = array.node, node.pointee.type == JSON_ARRAY else {
          return
        }
        for index in 0..<json_array_size(node) {
          let result = array.stepRow(index) { row in
            Result { () throws(JSONError) in
              guard isPath else { return try element.visit(&row, visitor) }
              try Self.descend(&row, ["element"]) { (inner) throws(JSONError) in
                try element.visit(&inner, visitor)
              }
            }
          }
          try result.get()
        }
      }
    case .recursion(let shape): try shape().visit(&state, visitor)
    }
  }

  /// What is done at each place that is found.
  struct Visitor {
    let slot: (inout JSONState, JSONSlotOptions) -> Void
    let rows: (inout JSONState, JSONCase, Bool) throws(JSONError) -> Void
  }

  private var isInteresting: Bool { if case .none = self { false } else { true } }

  private static func descend(
    _ state: inout JSONState, _ keys: [String],
    _ body: (inout JSONState) throws(JSONError) -> Void
  ) throws(JSONError) {
    let pointer = keys.reduce(JSONPointer.root) { $0.appending($1) }
    let result = state.descend(pointer.segments[...]) { part in
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
