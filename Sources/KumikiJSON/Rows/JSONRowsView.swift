internal import CJansson
package import Kumiki

/// What an operator sees of the rows of a JSON array.
protocol JSONRowsViewing: RowCollection where Element == JSONState {
  /// By which the rows were reached, valid for that access. Their place retains them.
  var cursor: UnsafeMutablePointer<JSONState> { get }
  var rows: Unmanaged<JSONRows> { get }
  init(cursor: UnsafeMutablePointer<JSONState>, rows: Unmanaged<JSONRows>)
}

extension JSONRowsViewing {
  var structure: UInt64 { rows._withUnsafeGuaranteedRef { $0.structure } }
}

/// Reaches the rows of a JSON array, or a JSON path. A class, as ``JSONSlotOptic``.
final class JSONRowsOptic<View: JSONRowsViewing>: JSONPointerOptic, @unchecked Sendable {
  let pointer: JSONPointer
  private let steps: JSONSteps
  let form: JSONRowsForm

  init(_ pointer: JSONPointer, _ form: JSONRowsForm) {
    self.pointer = pointer
    steps = pointer.segments
    self.form = form
  }

  var absence: Issue.Code { form.isPath ? .missingStackElement : .missingElement }

  func modify<Result>(
    _ root: inout JSONState, _ body: (inout View) -> Result
  ) -> Result? {
    let optic = Unmanaged.passUnretained(self)
    return root.descend(steps) { cursor in
      let rows = cursor.knownRows ?? optic._withUnsafeGuaranteedRef { $0.makeRows(&cursor) }
      return withUnsafeMutablePointer(to: &cursor) { cursor in
        var view = View(cursor: cursor, rows: rows)
        return body(&view)
      }
    }
  }

  @inline(never)
  private func makeRows(_ cursor: inout JSONState) -> Unmanaged<JSONRows> {
    .passUnretained(cursor.meetRows(form))
  }
}

/// The rows of a JSON array as the for-each operator sees them.
struct JSONRowsView: JSONRowsViewing {
  let cursor: UnsafeMutablePointer<JSONState>
  let rows: Unmanaged<JSONRows>

  func contains(id: JSONRowID) -> Bool { cursor.pointee.index(of: id.node, rows) != nil }

  mutating func modifyRow<Result>(
    id: JSONRowID, _ body: (inout JSONState) -> Result
  ) -> Result? {
    guard let index = cursor.pointee.index(of: id.node, rows) else { return nil }
    let rows = rows
    let document = cursor.pointee.document
    let structure = document._withUnsafeGuaranteedRef { $0.structure }
    return cursor.pointee.stepRow(index) { row in
      rows._withUnsafeGuaranteedRef { $0.isInStep = true }
      let result = body(&row)
      rows._withUnsafeGuaranteedRef { $0.isInStep = false }
      // A row with another id changes the collection's structure.
      if document._withUnsafeGuaranteedRef({ $0.structure }) != structure {
        rows._withUnsafeGuaranteedRef { row.restoreID(id.node, $0, at: index) }
      }
      return result
    }
  }
}

/// The entries of a JSON path as the stack operator sees them: `[{"id": 0, "element": S}, …]`.
struct JSONPathView: JSONRowsViewing, PathCollection {
  let cursor: UnsafeMutablePointer<JSONState>
  let rows: Unmanaged<JSONRows>

  private func index(of id: StackElementID) -> Int? {
    rows._withUnsafeGuaranteedRef { cursor.pointee.index(of: id, $0) }
  }

  func contains(id: StackElementID) -> Bool { index(of: id) != nil }

  mutating func modifyRow<Result>(
    id: StackElementID, _ body: (inout JSONState) -> Result
  ) -> Result? {
    guard let index = index(of: id) else { return nil }
    return cursor.pointee.stepRow(index) { entry in entry.step(Self.element, body) }
  }

  mutating func push(_ source: JSONAction, as id: StackElementID) {
    _ = try? cursor.pointee.append(entry: source.json, id)
  }

  mutating func pop(from id: StackElementID) {
    guard let index = index(of: id) else { return }
    cursor.pointee.truncate(to: index)
  }

  mutating func replace(with path: JSONAction) -> Bool {
    if rows._withUnsafeGuaranteedRef({ $0.form.twin(in: path.node) }) != nil { return false }
    try? cursor.pointee.set(.root, stealing: json_incref(path.node)!)
    return true
  }

  static let elementPointer = JSONPointer.root.appending(JSONPathForm.element.name)
  static var element: UnsafePointer<JSONPointer.Segment> {
    elementPointer.segments.baseAddress!
  }
}

extension StackElementID {
  package var json: JSON {
    JSON(stealing: JSON.made(json_integer(json_int_t(clamping: generation))))
  }

  init?(_ node: JSONNode) {
    guard node.pointee.type == JSON_INTEGER, json_integer_value(node) >= 0 else { return nil }
    self.init(generation: UInt64(json_integer_value(node)))
  }
}

/// The two forms of a path: with ids, and plain.
package enum JSONPathForm {
  static let id = JSONCase("id")
  static let element = JSONCase("element")

  /// The long form of a path; plain elements get ids. Nil where it is no array.
  package static func normalized(_ path: JSON, _ identifiers: Identifiers) -> JSON? {
    path.withNode { node in
      guard node.pointee.type == JSON_ARRAY else { return nil }
      if isLong(node) {
        for item in node.children {
          if let id = idOfEntry(item) { identifiers.noteStackElement(id) }
        }
        return path
      }
      let entries = JSON.made(json_array())
      for element in node.children {
        entries.append(stealing: entry(element.retained(), identifiers.stackElementID()))
      }
      return JSON(stealing: entries)
    }
  }

  /// Every item has exactly `id`, an integer, and `element`.
  static func isLong(_ array: JSONNode) -> Bool {
    array.children.allSatisfy { idOfEntry($0) != nil }
  }

  /// The element of an entry; nil for what is none.
  static func element(ofEntry item: JSONNode) -> JSONNode? {
    idOfEntry(item) == nil ? nil : element.member(of: item)
  }

  private static func idOfEntry(_ item: JSONNode) -> StackElementID? {
    guard item.pointee.type == JSON_OBJECT, json_object_size(item) == 2,
      element.member(of: item) != nil
    else { return nil }
    return id.member(of: item).flatMap(StackElementID.init)
  }

  /// An entry unchanged; anything else as an element under the next id. Steals the item.
  static func entry(of item: JSONNode, _ identifiers: Identifiers) -> JSONNode {
    guard let id = idOfEntry(item) else { return entry(item, identifiers.stackElementID()) }
    identifiers.noteStackElement(id)
    return item
  }

  /// `{"id": N, "element": S}`, new. Steals the element.
  static func entry(_ element: JSONNode, _ id: StackElementID) -> JSONNode {
    let entry = JSON.made(json_object())
    _ = json_object_set_new_nocheck(entry, "id", json_integer(json_int_t(clamping: id.generation)))
    _ = json_object_set_new_nocheck(entry, "element", element)
    return entry
  }
}
