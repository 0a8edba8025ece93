import Foundation
import Kumiki
import Testing

@testable import KumikiJSON

/// Values whose order differs from one process to the next.
@Suite struct DisorderTests {
  enum Tone: String, Codable, CaseIterable { case c, d, e, f, g, a, b }
  enum Mark: Codable, Hashable {
    case text(String)
    case number(Int)
    case none
  }

  struct State: Codable {
    var tags = Set((0..<40).map { "t\($0 + 10)" })
    var numbers: Set<Int> = [10, 9, -1, 100, 2, 33, 0]
    var marks: Set<Mark> = [.text("b"), .number(10), .none, .text("a"), .number(9)]
    var groups: Set<Set<Int>> = [[3, 1, 2], [1], [2, 1], [9, 8, 7, 6]]
    var tones = Dictionary(uniqueKeysWithValues: Tone.allCases.map { ($0, ["\($0)"] as Set) })
    var optional: Set<Int>? = [5, 3, 4, 1, 2]
    var empty: [Tone: Int] = [:]
  }

  @Test func `M100: A set is written in the order of its elements' JSON`() throws {
    let written = try JSONBridge.encode(State())
    #expect(
      written[key: "tags"] == JSON(elements: (10..<50).map { JSON(stringLiteral: "t\($0)") }))
    #expect(written[key: "numbers"] == [-1, 0, 2, 9, 10, 33, 100])
    #expect(
      written[key: "marks"]
        == ["none", ["number": 10], ["number": 9], ["text": "a"], ["text": "b"]])
    #expect(written[key: "optional"] == [1, 2, 3, 4, 5])
  }

  @Test func `M100: Also inside other sets`() throws {
    let written = try JSONBridge.encode(State())
    #expect(written[key: "groups"] == [[1, 2, 3], [1, 2], [1], [6, 7, 8, 9]])
    let pairs = ["a", "b", "c", "d", "e", "f", "g"].flatMap {
      [JSON(stringLiteral: $0), [.init(stringLiteral: $0)]]
    }
    #expect(written[key: "tones"] == JSON(elements: pairs))
    #expect(written[key: "empty"] == [])
  }

  @Test(
    "M100: A part equals that part of the whole",
    arguments: [
      "/tags/0", "/tags/39", "/tags/40", "/tags/-", "/tags/x", "/numbers/3", "/marks/1/number",
      "/marks/4/text", "/groups/3/0", "/groups/2", "/tones/0", "/tones/6", "/tones/7/0",
      "/tones/14",
      "/optional/2", "/optional/5", "/empty/0",
    ])
  func parts(text: String) throws {
    let pointer = try JSONPointer(text)
    let whole = try JSONBridge.encode(State())
    #expect(try JSONBridge.encodePart(of: State(), at: pointer) == whole[pointer])
  }

  @Test func `M100: The written value can be read`() throws {
    let written = try JSONBridge.encode(State())
    let state = try JSONBridge.decode(State.self, from: written)
    #expect(state.tags == State().tags)
    #expect(state.tones == State().tones)
    #expect(try JSONBridge.encode(state) == written)
  }

  @Test func `A dictionary whose keys are strings or integers is an object`() throws {
    let dictionary = Dictionary(uniqueKeysWithValues: (10..<30).map { ($0, [$0]) })
    #expect(try JSONBridge.encode(dictionary).keys == (10..<30).map { "\($0)" })
    #expect(try JSONBridge.encodePart(of: dictionary, at: JSONPointer("/12/0")) == 12)
  }

  @Test func `A row is read by its index from any collection of rows`() throws {
    struct Row: Codable, Identifiable { var id: Int }
    let rows = IdentifiedArray(uniqueElements: (0..<5).map { Row(id: $0 * 2) })
    #expect(try JSONBridge.encodePart(of: rows, at: JSONPointer("/3/id")) == 6)
    #expect(try JSONBridge.encodePart(of: rows, at: JSONPointer("/5/id")) == nil)
    #expect(try JSONBridge.encodePart(of: Optional(rows), at: JSONPointer("/0/id")) == 0)
  }
}
