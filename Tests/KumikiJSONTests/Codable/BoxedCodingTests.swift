import Kumiki
import KumikiJSON
import Testing

@Suite struct BoxedCodingTests {
  private struct Node: Codable, Equatable {
    var name: String
    @Boxed var child: Node?
    @Boxed var count = 1
  }

  @Test func `L4: a boxed optional that is absent reads as null, at every level`() throws {
    let read = try JSONBridge.decode(
      Node.self, from: ["name": "a", "child": ["name": "b", "count": 2], "count": 1])
    #expect(read == Node(name: "a", child: Node(name: "b", child: nil, count: 2), count: 1))
  }

  @Test func `L4: null reads as null, and is what is written`() throws {
    let json: JSON = ["name": "a", "child": nil, "count": 1]
    let read = try JSONBridge.decode(Node.self, from: json)
    #expect(read.child == nil)
    #expect(try JSONBridge.encode(read) == json)
  }

  @Test func `M9: a boxed value that is not optional must be present, and must match`() {
    let error = #expect(throws: JSONError.self) {
      try JSONBridge.decode(Node.self, from: ["name": "a"])
    }
    #expect(error?.kind == .decode)
    let mismatch = #expect(throws: JSONError.self) {
      try JSONBridge.decode(Node.self, from: ["name": "a", "child": ["name": 3], "count": 1])
    }
    #expect(mismatch?.path == "/child/name")
  }
}
