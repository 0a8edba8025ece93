import CJansson
import Testing

@testable import KumikiJSON

@Suite("Actions that are checked before they are handled")
struct JSONActionReadingTests {
  private let names = ["a", "b", "element", "destination"].map { JSONCase($0) }

  /// The answers of an action at each level to each name, checked beforehand or not.
  private func expectSame(_ read: JSONActionNode, _ asked: JSONActionNode, _ levels: Int = 20) {
    #expect(read.node == asked.node)
    guard levels > 0 else { return }
    for name in names {
      let (left, right) = (read.payload(name.step), asked.payload(name.step))
      #expect((left == nil) == (right == nil), "\(name.name) in \(JSON(borrowing: read.node))")
      if let left, let right { expectSame(left, right, levels - 1) }
    }
    let (left, right) = (read.element, asked.element)
    #expect(left?.id == right?.id)
    #expect((left == nil) == (right == nil))
    if let left, let right { expectSame(left.action, right.action, levels - 1) }
  }

  @Test(
    "The findings match the value",
    arguments: [
      #""a""#, #"{"a":null}"#, #"{"a":{"b":{"destination":"a"}}}"#, #"{"a":1,"b":2}"#, "{}", "[1]",
      "3", #"{"a":{"element":{"id":1,"action":{"b":"a"}}}}"#,
      #"{"element":{"action":{"a":{}},"id":"x"}}"#, #"{"element":{"id":{"a":1},"action":"b"}}"#,
      #"{"element":{"id":1,"action":"b","a":2}}"#, #"{"element":{"id":1}}"#,
      #"{"a":{"id":1,"b":"a"}}"#,
    ])
  func same(text: String) throws {
    try JSONText.parse(text).withNode { node in
      JSONActionReading.of(node) { expectSame($0.action, JSONActionNode(node)) }
      let kept = JSONKeptAction(node, .none)
      withExtendedLifetime(kept) { expectSame(kept.action, JSONActionNode(node)) }
    }
  }

  @Test("An action is checked however deep it is", arguments: [1, 11, 12, 13, 24, 25, 500])
  func deep(levels: Int) throws {
    let text =
      String(repeating: #"{"a":"#, count: levels) + "7" + String(repeating: "}", count: levels)
    try JSONText.parse(text).withNode { node in
      JSONActionReading.of(node) { reading in
        #expect(reading.cases == levels)
        #expect(reading.rest.isInteger)
        var here: JSONActionNode? = reading.action
        for _ in 0..<levels { here = here?.payload(names[0].step) }
        #expect(here?.node == reading.rest)
      }
    }
  }

  @Test(
    "An action deeper than JSON text can be is refused, whatever it contains",
    arguments: ["7", "[7]"])
  func tooDeep(end: String) throws {
    func nested(_ levels: Int) throws -> JSON {
      (0..<levels).reduce(try JSONText.parse(end)) { inner, _ in names[0].wrap(inner) }
    }
    func refusal(_ action: JSON) -> JSONError.Kind? {
      action.withNode { node in
        JSONActionReading.of(node) { reading in
          do throws(JSONError) {
            try reading.checkSize(.standard)
            return nil
          } catch {
            return error.kind
          }
        }
      }
    }
    #expect(refusal(try nested(2046)) == nil)
    #expect(refusal(try nested(2048)) == .tooDeep)
    #expect(refusal(try nested(5000)) == .tooDeep)
  }

  @Test func `An action that contains itself is refused`() throws {
    let (outer, inner) = (json_object()!, json_object()!)
    json_object_set_new_nocheck(outer, "a", inner)
    json_object_set_nocheck(inner, "a", outer)
    defer {
      json_object_clear(inner)
      json_decref(outer)
    }
    _ = JSONActionReading.of(JSONNode(outer)) { reading in
      #expect(throws: JSONError.self) { try reading.checkSize(.standard) }
    }
  }
}
