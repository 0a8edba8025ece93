import CJansson
import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Branches of actions, read once")
struct JSONBranchTests {
  private static func branch(_ path: String, _ kind: JSONBranch.Kind) -> JSONBranch {
    JSONBranch(try! JSONCasePath(path), kind)
  }

  private static let counter = branch("counter", .child)
  private static let screen = branch("home.screen", .slot(.modern))
  private static let sheet = branch("sheet", .slot(.legacy))
  private static let rows = branch("rows", .rows)
  private static let path = branch("path", .path(.modern))
  private static let trail = branch("trail", .path(.legacy))
  private static let form = branch("form", .binding)

  /// The parts of an action that a branch reads, in short form.
  private static func read(_ branch: JSONBranch, _ text: String) throws -> String? {
    try JSONText.parse(text).withNode { node in
      func json(_ node: JSONNode?) -> String { node.map { "\(JSON(borrowing: $0))" } ?? "nothing" }
      return switch try branch.read(JSONActionNode(node)) {
      case .child(let inner): "child \(json(inner.node))"
      case .element(let id, let inner): "element \(json(id)) \(json(inner.node))"
      case .dismiss: "dismiss"
      case .present(let id, let state): "present \(json(id)) \(json(state))"
      case .push(let id, let state): "push \(id.map { "\($0)" } ?? "nothing") \(json(state))"
      case .pop(let id): "pop \(id)"
      case .setPath(let path): "setPath \(json(path))"
      case .write(let path, let value): "write \(json(path)) \(json(value))"
      case nil: nil
      }
    }
  }

  @Test(
    "An action is taken apart into its meaning",
    arguments: [
      (counter, #"{"counter": "inc"}"#, #"child "inc""#), (counter, #""counter""#, "child null"),
      (counter, #"{"other": "inc"}"#, nil),
      (screen, #"{"home": {"screen": {"presented": {"inc": 1}}}}"#, #"child {"inc":1}"#),
      (screen, #"{"home": {"screen": "dismiss"}}"#, "dismiss"),
      (screen, #"{"home": {"other": 1}}"#, nil),
      (sheet, #"{"sheet": {"dismiss": null}}"#, "dismiss"),
      (sheet, #"{"sheet": "present"}"#, "present nothing nothing"),
      (sheet, #"{"sheet": {"present": {"state": null, "id": "a"}}}"#, #"present "a" nothing"#),
      (sheet, #"{"sheet": {"present": {"state": 3}}}"#, "present nothing 3"),
      (rows, #"{"rows": {"element": {"action": "inc", "id": [1]}}}"#, #"element [1] "inc""#),
      (path, #"{"path": {"element": {"id": 4, "action": "inc"}}}"#, #"element 4 "inc""#),
      (path, #"{"path": {"push": {"state": 1}}}"#, "push nothing 1"),
      (path, #"{"path": {"push": {"state": 1, "id": 2}}}"#, "push 2 1"),
      (path, #"{"path": {"popFrom": {"id": 2}}}"#, "pop 2"),
      (trail, #"{"trail": {"dismiss": {"id": 2}}}"#, "pop 2"),
      (trail, #"{"trail": {"setPath": [1]}}"#, "setPath [1]"),
      (form, #"{"form": {"path": "/a", "value": [2]}}"#, #"write "/a" [2]"#),
    ] as [(JSONBranch, String, String?)])
  fileprivate func read(branch: JSONBranch, text: String, expected: String?) throws {
    #expect(try Self.read(branch, text) == expected)
  }

  @Test(
    "M9: a mismatch is thrown, with its place",
    arguments: [
      (screen, #"{"home": {"screen": "present"}}"#, "/home/screen"),
      (screen, #"{"home": {"screen": {"presented": 1}}}"#, "/home/screen/presented"),
      (screen, #"{"home": {"screen": "dismiss", "other": 1}}"#, "/home"),
      (sheet, #"{"sheet": {"present": {"id": 1}}}"#, "/sheet/present/id"),
      (sheet, #"{"sheet": {"present": {"state": 1, "other": 1}}}"#, "/sheet/present/other"),
      (rows, #"{"rows": "element"}"#, "/rows"),
      (rows, #"{"rows": {"element": {"action": "inc"}}}"#, "/rows/element/id"),
      (rows, #"{"rows": {"element": {"id": 1, "action": 1}}}"#, "/rows/element/action"),
      (rows, #"{"rows": {"element": {"id": 1, "action": "a", "b": 1}}}"#, "/rows/element"),
      (path, #"{"path": {"element": {"id": "a", "action": "inc"}}}"#, "/path/element/id"),
      (path, #"{"path": {"dismiss": {"id": 1}}}"#, "/path"),
      (path, #"{"path": {"push": {"id": -1, "state": 1}}}"#, "/path/push/id"),
      (trail, #"{"trail": {"dismiss": {}}}"#, "/trail/dismiss/id"),
      (form, #"{"form": {"path": 1, "value": 1}}"#, "/form"),
    ])
  fileprivate func refused(branch: JSONBranch, text: String, place: String) throws {
    let error = #expect(throws: JSONError.self) { try Self.read(branch, text) }
    #expect(error?.path == "\(place)")
  }

  @Test(
    "The action around a child's action is read back unchanged", arguments: [screen, rows, path])
  fileprivate func made(branch: JSONBranch) throws {
    let inner = JSONAction("inc")
    let outer: JSONAction =
      switch branch.kind {
      case .rows: branch.embed(inner, id: JSONRowID(7))
      case .path: branch.embed(inner, id: StackElementID(generation: 7))
      default: branch.embed(presented: inner)
      }
    let (id, action) = try #require(branch.child(of: outer.at))
    #expect(JSON(borrowing: action.node) == "inc")
    #expect(id.map { JSON(borrowing: $0) } == (branch.childWord == .element ? 7 : nil))
  }

  @Test("The operator that an action was checked for gets the result, and no other operator does")
  func found() throws {
    let (one, other) = (Self.branch("a.b", .rows), Self.branch("a.b", .rows))
    let shape = JSONShape.part(one, keys: [], .none, rows: JSONRowsForm(idKey: JSONCase("id")))
    try JSONText.parse(#"{"a": {"b": {"element": {"id": 5, "action": "inc"}}}}"#).withNode { node in
      JSONActionReading.of(node) { reading in
        #expect(reading.action.found(by: one) == nil)
        #expect(throws: Never.self) { try shape.check(reading.action) }
        let (id, inner) = reading.action.found(by: one)!
        #expect(id.map { JSON(borrowing: $0) } == 5)
        #expect(JSON(borrowing: inner.node) == "inc")
        #expect(reading.action.found(by: other) == nil)
        #expect(other.child(of: reading.action)?.action.node == inner.node)
      }
    }
  }

  @Test func `A typed feature writes a whole path as a JSON feature does`() throws {
    var path = StackState<Int>()
    path.push(3, as: 5)
    let json = try JSONBridge.encode(NavigationAction<Int, Int>.setPath(path))
    #expect(try json.text() == #"{"setPath":[{"id":5,"element":3}]}"#)
    let read = try JSONBridge.decode(NavigationAction<Int, Int>.self, from: json)
    #expect(read == .setPath(path))
  }
}
