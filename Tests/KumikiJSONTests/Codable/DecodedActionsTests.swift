import CJansson
import Kumiki
import Testing

@testable import KumikiJSON

@Suite struct DecodedActionsTests {
  enum Action: Codable, Equatable {
    case increment
    case set(Double)
    case maybe(Int?)
    case rows(IdentifiedAction<Int, RowAction>)
    case add(Item)
    case raw(JSON)
  }

  enum RowAction: Codable, Equatable { case rename(String) }

  /// Gives itself another number whenever it is read.
  struct Item: Codable, Equatable {
    var name: String
    let number = Serial.next()

    enum CodingKeys: CodingKey { case name }
  }

  private func read(_ json: JSON, _ actions: DecodedActions) throws -> (Action, isKept: Bool) {
    let (entry, slot) = actions.find(json.node)
    if let entry, !entry.isOther { return (DecodedActions.action(entry, Action.self), true) }
    guard let slot, slot.occurredBefore else {
      return (try JSONBridge.decode(Action.self, from: json), false)
    }
    return (try actions.read(Action.self, json.node, as: json, at: slot), false)
  }

  @Test(
    "An action of cases and scalars is decoded twice, and then cached",
    arguments: [
      "increment", ["increment": nil], ["set": 1.5], ["maybe": 3],
      ["rows": ["element": ["id": 4, "action": ["rename": "x"]]]],
    ] as [JSON])
  func kept(action: JSON) throws {
    let actions = DecodedActions()
    let expected = try JSONBridge.decode(Action.self, from: action)
    let copies = try (0..<4).map { _ in json(try action.text()) }
    let found = try copies.map { try read($0, actions) }
    #expect(found.map(\.0) == Array(repeating: expected, count: 4))
    #expect(found.map(\.isKept) == [false, false, true, true])
  }

  @Test func `A value that may differ each time is decoded each time`() throws {
    let actions = DecodedActions()
    let json: JSON = ["add": ["name": "x"]]
    let numbers = try (0..<5).map { _ in
      guard case .add(let item) = try read(json, actions).0 else { return UInt64(0) }
      return item.number
    }
    #expect(Set(numbers).count == 5)
    for _ in 0..<5 { #expect(try !read(["raw": ["a": 1]], actions).isKept) }
  }

  @Test func `An action that only looks alike is another action`() throws {
    let actions = DecodedActions()
    for _ in 0..<3 {
      #expect(try read(["set": 0.0], actions).0 == .set(0.0))
      guard case .set(let number) = try read(["set": -0.0], actions).0 else { return }
      #expect(number.sign == .minus)
      #expect(jsonError { try read(["increment": 1], actions).0 }?.kind == .decode)
      #expect(jsonError { try read(["set": "1"], actions).0 }?.path == "/set")
    }
  }

  @Test func `A program may change the value that it sends`() throws {
    let actions = DecodedActions()
    let object = json_object()!
    let json = JSON(stealing: JSONNode(object))
    for number in [1, 1, 1, 2, 2, 2] {
      json_object_set_new(object, "maybe", json_integer(json_int_t(number)))
      #expect(try read(json, actions).0 == .maybe(number))
    }
  }

  @Test func `An action that is large, or contains itself, is not compared to the end`() throws {
    let actions = DecodedActions()
    let array = json_array()!
    let inner = json_array()!
    json_array_append_new(array, inner)
    json_array_append(inner, array)
    #expect(!isLookedUp(JSONNode(array), actions))
    json_array_clear(inner)
    json_decref(array)
    let long = JSON(elements: Array(repeating: 1, count: 20))
    let text = JSON(stringLiteral: String(repeating: "x", count: 200))
    for json in [long, text] { #expect(!json.withNode { isLookedUp($0, actions) }) }
  }

  private func isLookedUp(_ node: JSONNode, _ actions: DecodedActions) -> Bool {
    actions.find(node).slot != nil
  }
}
