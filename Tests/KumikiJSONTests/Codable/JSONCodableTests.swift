import Foundation
import Testing

@testable import KumikiJSON

@Suite struct JSONCodableTests {
  @Test func `JSON is written and read by other coders through their own containers`() throws {
    let value: JSON = [
      "text": "é", "integer": -3, "real": 0.5, "list": [true, nil, [:], []], "object": ["k": 1],
    ]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONText.parse(String(decoding: data, as: UTF8.self)) == value)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == value)
  }

  @Test func `JSON that passes its own coder on is written unchanged`() throws {
    struct Wrapper: Codable, Equatable {
      var json: JSON
      init(_ json: JSON) { self.json = json }
      init(from decoder: any Decoder) throws { json = try JSON(from: decoder) }
      func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
    }
    let value: JSON = ["a": [1, 2.5, nil]]
    #expect(try JSONBridge.encode([Wrapper(value)]) == [value])
    #expect(try JSONBridge.decode([Wrapper].self, from: [value]) == [Wrapper(value)])
    let pointer = try JSONPointer("/0/a/1")
    #expect(try JSONBridge.encodePart(of: [Wrapper(value)], at: pointer) == 2.5)
  }
}
