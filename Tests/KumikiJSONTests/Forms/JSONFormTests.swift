import Testing

@testable import KumikiJSON

@Suite struct JSONFormTests {
  private func form(_ text: String) throws -> JSONForm { try JSONForm(declaring: text) }

  private func mismatch(_ text: String, _ json: JSON) throws -> String? {
    let form = try form(text)
    return json.withNode { form.mismatch($0)?.description }
  }

  @Test func `Members in another order than in the text are found`() throws {
    #expect(try mismatch("{a: integer, b: text}", ["b": "x", "a": 1]) == nil)
    #expect(try mismatch("only {a: integer, b: text?}", ["b": nil, "a": 1]) == nil)
    #expect(
      try mismatch("{a: integer, b: text}", ["b": 1, "a": 1]) == "/b: expected text, found 1")
  }

  @Test("A complete value is not copied, and an incomplete one only on the path to the gap")
  func completed() throws {
    let form = try form("{a: {x: integer = 1}, b: [integer]}")
    let whole: JSON = ["a": ["x": 2], "b": [1]]
    #expect(try whole.withNode { try form.completed($0) } == nil)
    let lacking: JSON = ["a": [:], "b": [1]]
    let completed = try #require(try lacking.withNode { try form.completed($0) })
    #expect(completed == ["a": ["x": 1], "b": [1]])
    #expect(lacking == ["a": [:], "b": [1]])
    #expect(completed[key: "b"]!.node == lacking[key: "b"]!.node)
  }

  @Test func `A value's inner values are found through names, arrays, maps and cases`() throws {
    func kind(_ text: String, _ json: JSON, _ step: String) throws -> String {
      let form = try form(text)
      let pointer = JSONPointer(keys: [step])
      return json.withNode { node in
        switch form.below(pointer.segments[0], in: node) {
        case .anything: "anything"
        case .nothing: "nothing"
        case .form(let inner): inner.mismatch(.null)?.message ?? "optional"
        }
      }
    }
    #expect(try kind("A = {x: text}; A", ["x": ""], "x") == "expected text, found null")
    #expect(try kind("A = {x: text}; A", ["x": ""], "y") == "anything")
    #expect(try kind("only {x: text}", ["x": ""], "y") == "nothing")
    #expect(try kind("[integer]", [1], "0") == "expected an integer, found null")
    #expect(try kind("[text: integer?]", ["a": 1], "b") == "optional")
    #expect(try kind("(a: text | b: text)", ["a": ""], "a") == "expected text, found null")
    #expect(try kind("(a: text | b: text)", ["a": ""], "b") == "nothing")
  }
}
