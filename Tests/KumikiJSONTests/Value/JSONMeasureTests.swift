import CJansson
import Testing

@testable import KumikiJSON

@Suite struct JSONMeasureTests {
  private func refusal(_ value: JSON, _ limits: JSONLimits = .standard) -> JSONError? {
    do throws(JSONError) {
      try JSONMeasure.check(value.node, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func `M8: a value built by hand may be 2 048 levels deep, a scalar counted as one`() {
    #expect(refusal(nested(2048, around: [])) != nil)
    #expect(refusal(nested(2047, around: [])) == nil)
    #expect(refusal(nested(2047, around: 1)) == nil)
    #expect(refusal(nested(2048, around: 1))?.kind == .tooDeep)
    #expect(refusal(nested(1_000_000, around: nil))?.kind == .tooDeep)
    #expect(refusal(1) == nil)
    #expect(refusal([:]) == nil)
    #expect(refusal([1], JSONLimits(depth: 1)) != nil)
    #expect(refusal([], JSONLimits(depth: 1)) == nil)
  }

  @Test("M8: the limit is found wherever in a wide value the deep part is", arguments: [0, 50, 99])
  func deepPart(position: Int) {
    let array = json_array()!
    for element in 0..<100 {
      let part = nested(element == position ? 2047 : 40, around: 0)
      json_array_append_new(array, part.retained().pointer)
    }
    let value = JSON(stealing: JSONNode(array))
    #expect(refusal(value)?.kind == .tooDeep)
    #expect(refusal(value, JSONLimits(depth: 2049)) == nil)
  }

  @Test func `M8: a value that contains itself is refused`() {
    let outer = json_array()!
    let inner = json_object()!
    json_array_append_new(outer, inner)
    json_object_set_new(inner, "outer", json_incref(outer))
    let error = #expect(throws: JSONError.self) { try JSONMeasure.check(JSONNode(outer)) }
    #expect(error?.kind == .tooDeep)
    json_object_clear(inner)
    json_decref(outer)
  }

  @Test func `M8: shared parts are counted as often as they occur`() {
    var value: JSON = 0
    for _ in 0..<64 { value = [value, value] }
    let error = refusal(value)
    #expect(error?.kind == .tooDeep)
    #expect(error?.message == "expands to more than 10000000 values")

    let thrice: JSON = ["a", "b"]
    let shared: JSON = [thrice, thrice, thrice]
    #expect(refusal(shared, JSONLimits(expandedNodes: 10)) == nil)
    #expect(refusal(shared, JSONLimits(expandedNodes: 9)) != nil)
  }

  @Test func `M8: measuring takes no stack for depth`() throws {
    let deep = nested(1_000_000, around: nil)
    let fits = nested(2047, around: nil)
    let refused = try onThread(stack: 128 * 1024) { (refusal(deep), refusal(fits)) }
    #expect(refused.0?.kind == .tooDeep)
    #expect(refused.1 == nil)
  }
}

@Suite struct JSONReleaseTests {
  @Test func `M8: freeing a value nested a million deep takes no stack for depth`() throws {
    try onThread(stack: 128 * 1024) {
      nested(1_000_000, around: "core").retained().releaseDeep()
    }
  }

  @Test(
    "Values with other references survive the release of their container, at any depth",
    arguments: [1, 31, 32, 33, 34, 200])
  func shared(depth: Int) {
    let kept = json_pack_kept()
    do { _ = nested(depth, around: JSON(borrowing: kept)) }
    #expect(kept.pointer.pointee.refcount == 1)
    #expect(kept.element(0)?.element(0)?.integer == 7)
    kept.releaseDeep()
  }

  @Test func `A value that occurs several times below another is released once for each`() {
    let kept = json_pack_kept()
    do {
      let part = JSON(borrowing: kept)
      _ = nested(100, around: [part, ["a": part, "b": [part]]])
    }
    #expect(kept.pointer.pointee.refcount == 1)
    kept.releaseDeep()
  }

  private func json_pack_kept() -> JSONNode {
    let inner = json_array()!
    json_array_append_new(inner, json_integer(7))
    let outer = json_array()!
    json_array_append_new(outer, inner)
    return JSONNode(outer)
  }
}
