import CJansson
import Testing

@testable import KumikiJSON

@Suite struct JSONTests {
  @Test func `M1: the order of keys does not matter, the order of elements does`() throws {
    let one = try JSONText.parse(#"{"a": 1, "b": {"c": [1, 2], "d": null}}"#)
    let other = try JSONText.parse(#"{"b": {"d": null, "c": [1, 2]}, "a": 1}"#)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(try one != JSONText.parse(#"{"a": 1, "b": {"c": [2, 1], "d": null}}"#))
    #expect(try one != JSONText.parse(#"{"a": 1, "b": {"c": [1, 2], "e": null}}"#))
    #expect(try one != JSONText.parse(#"{"a": 1}"#))
  }

  @Test("M1: strings are equal by their scalars, as values and as keys, without normalisation")
  func scalars() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(composed == decomposed, "Swift takes them for one text; JSON does not")
    #expect(JSON(stringLiteral: composed) != JSON(stringLiteral: decomposed))
    let both: JSON = [composed: 1, decomposed: 2]
    #expect(both.count == 2)
    #expect(both[key: composed] == 1)
    #expect(both[key: decomposed] == 2)
    #expect(([composed: 1] as JSON) != [decomposed: 1])
    #expect(Set([JSON(stringLiteral: composed), JSON(stringLiteral: decomposed)]).count == 2)
  }

  @Test func `M3: an integer and a real are different values`() {
    #expect((1 as JSON) != (1.0 as JSON))
    #expect((1.0 as JSON) == (1.0 as JSON))
    #expect((1 as JSON).real == nil)
    #expect((1.0 as JSON).integer == nil)
    #expect((-0.0 as JSON) == (0.0 as JSON))
    #expect((-0.0 as JSON).hashValue == (0.0 as JSON).hashValue)
  }

  @Test func `M7: no key has a special meaning`() throws {
    let long = String(repeating: "k", count: 100_000)
    let value: JSON = ["": 1, "__proto__": 2, "$id": 3, "id": 4, "/": 5, "~": 6, .init(long): 7]
    let again = try JSONText.parse(try value.text())
    #expect(again == value)
    for (key, number) in [("", 1), ("__proto__", 2), ("$id", 3), ("id", 4), ("/", 5), ("~", 6)] {
      #expect(again[key: key]?.integer == Int64(number))
      #expect(again[JSONPointer.root.appending(key)]?.integer == Int64(number))
    }
    #expect(again[key: long] == 7)
  }

  @Test func `Values report their kind and return their parts`() {
    let value: JSON = [
      "text": "x\u{0}y", "integer": 7, "real": 0.5, "yes": true, "nothing": nil, "list": [1, [:]],
    ]
    #expect(value.kind == .object)
    #expect(value.count == 6)
    #expect(value[key: "text"]?.string == "x\u{0}y")
    #expect(value[key: "integer"]?.integer == 7)
    #expect(value[key: "real"]?.real == 0.5)
    #expect(value[key: "yes"]?.bool == true)
    #expect(value[key: "nothing"]?.isNull == true)
    #expect(value[key: "list"]?[index: 1]?.kind == .object)
    #expect(value[key: "list"]?[index: 2] == nil)
    #expect(value[key: "list"]?[index: -1] == nil)
    #expect(value[key: "list"]?[key: "0"] == nil)
    #expect(value[index: 0] == nil)
    #expect(value[key: "none"] == nil)
    #expect(value[key: "text"]?.integer == nil)
    #expect(value[key: "text"]?.count == 0)
  }

  @Test func `A value holds one reference and releases it`() {
    let node = json_pack_object()
    do {
      let value = JSON(borrowing: node)
      let copy = value
      #expect(node.pointer.pointee.refcount == 2)
      #expect(copy == value)
    }
    #expect(node.pointer.pointee.refcount == 1)
    let child = json_object_get(node.pointer, "child")!
    json_incref(child)
    do { _ = JSON(stealing: node) }
    #expect(child.pointee.refcount == 1)
    json_decref(child)
  }

  private func json_pack_object() -> JSONNode {
    let object = json_object()!
    json_object_set_new(object, "child", json_array())
    return JSONNode(object)
  }

  @Test func `Values nested far too deep compare and hash without overflowing the stack`() throws {
    let one = nested(200_000, around: 1)
    let same = nested(200_000, around: 1)
    let other = nested(200_000, around: 2)
    let (equal, sameHash, different) = try onThread(stack: 128 * 1024) {
      (one == same, one.hashValue == same.hashValue, one != other)
    }
    #expect(equal)
    #expect(sameHash)
    #expect(different)
  }
}

/// Arrays and objects in turn, `depth` of them, around a value.
func nested(_ depth: Int, around core: JSON) -> JSON {
  var node = core.retained()
  for level in 0..<depth {
    let outer = level % 2 == 0 ? json_array()! : json_object()!
    if level % 2 == 0 {
      json_array_append_new(outer, node.pointer)
    } else {
      json_object_set_new(outer, "next", node.pointer)
    }
    node = JSONNode(outer)
  }
  return JSON(stealing: node)
}
