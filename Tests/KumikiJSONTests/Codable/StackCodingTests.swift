import Foundation
import Kumiki
import Testing

@testable import KumikiJSON

/// The two forms of a path: plain elements, and entries with ids.
@Suite struct StackCodingTests {
  private typealias Path = StackState<Row>

  private let path: Path = {
    var path = Path([Row(id: "a"), Row(id: "b"), Row(id: "c")])
    path.remove(id: path.ids[1])
    return path
  }()

  @Test func `E8: a plain path is read as equal elements with new ids`() throws {
    let plain = try JSONEncoder().encode(path)
    #expect(try JSONText.parse(String(decoding: plain, as: UTF8.self))[index: 0]?[key: "id"] == "a")
    for read in [
      try JSONDecoder().decode(Path.self, from: plain),
      try JSONBridge.decode(
        Path.self, from: JSONText.parse(String(decoding: plain, as: UTF8.self))),
    ] {
      #expect(Array(read) == Array(path))
      #expect(Set(read.ids).isDisjoint(with: path.ids))
      #expect(read != path)
    }
  }

  private enum Tapping: Codable { case tap, rename(String) }

  @Test(
    "M42: an incomplete action of an element is reported with the missing member",
    arguments: [
      (#"{"element":{"id":0}}"#, "/element/action"),
      (#"{"element":{"action":"x"}}"#, "/element/id"),
      (#"{"element":{"id":0,"action":null}}"#, "/element/action"),
    ])
  func missingMember(text: String, path: String) throws {
    let error = jsonError {
      try JSONBridge.decode(StackAction<Int, Tapping>.self, from: JSONText.parse(text))
    }
    #expect(error?.kind == .decode)
    #expect(error?.path == path)
  }

  @Test func `E8: C always gets the long form, which is read as an equal path`() throws {
    let long = try JSONBridge.encode(path)
    let (first, last) = (path.ids[0].generation, path.ids[1].generation)
    let row = { (id: String) in #"{"id":"\#(id)","count":0,"child":null}"# }
    #expect(
      try long.text()
        == #"[{"id":\#(first),"element":\#(row("a"))},{"id":\#(last),"element":\#(row("c"))}]"#)
    let part = try JSONPointer("/p/1/element/id")
    #expect(try JSONBridge.encodePart(of: ["p": path], at: part) == "c")
    #expect(try JSONBridge.decode(Path.self, from: long) == path)
    #expect(try JSONDecoder().decode(Path.self, from: Data(long.text().utf8)) == path)
  }

  @Test(
    "E8: in the long form every item has exactly an id, an integer, and an element",
    arguments: [
      #"[{"id":3,"element":{},"more":1}]"#, #"[{"id":3}]"#, #"[{"id":"x","element":{}}]"#,
      #"[{"id":3,"element":{}},{"count":1}]"#,
    ])
  func lookalikes(text: String) throws {
    let items = json(text)
    let read = try JSONBridge.decode(StackState<JSON>.self, from: items)
    #expect(try JSONBridge.encode(Array(read)) == items)
  }

  @Test func `E10: a path that contains an id twice is refused`() throws {
    let entry = { (id: Int) in #"{"id":\#(id),"element":{"id":"a","count":0,"child":null}}"# }
    let error = #expect(throws: JSONError.self) {
      try JSONBridge.decode([String: Path].self, from: json(#"{"p":[\#(entry(3)),\#(entry(3))]}"#))
    }
    #expect(error?.path == "/p")
    #expect(error?.message == "two elements have the id 3")
    let apart = try JSONBridge.decode(Path.self, from: json("[\(entry(3)),\(entry(4))]"))
    #expect(apart.ids == [3, 4])
  }
}
