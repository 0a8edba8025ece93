import Kumiki
import Testing

@testable import KumikiJSON

@Suite struct ShapeLabelTests {
  private static let branch = JSONBranch(try! JSONCasePath("x"), .child)

  private static func part(_ keys: [String], _ name: String, _ child: JSONShape) -> JSONShape {
    .part(branch, keys: keys, child, label: OperatorLabel { name })
  }

  private static func label(_ shape: JSONShape, _ keys: String...) -> String? {
    shape.label(around: keys)
  }

  @Test func `The innermost operator is named; a place without an operator has no name`() {
    let shape = JSONShape.all([
      Self.part(["a"], "outer", Self.part(["b"], "inner", .none)),
      Self.part([], "nowhere", .none),
    ])
    #expect(Self.label(shape) == nil)
    #expect(Self.label(shape, "c") == nil)
    #expect(Self.label(shape, "a") == "outer")
    #expect(Self.label(shape, "a", "b") == "inner")
    #expect(Self.label(shape, "a", "b", "c") == "inner")
    #expect(Self.label(shape, "a", "c") == "outer")
  }

  @Test func `A shape that is shared a thousand times is checked once, and a cycle ends`() {
    var shape = JSONShape.none
    for _ in 0..<100 {
      shape = .all([Self.part([], "left", shape), Self.part([], "right", shape)])
    }
    #expect(Self.label(shape, "a") == nil)
    let recursion = JSONShape.recursion()
    let circle = JSONShape.all([recursion, Self.part(["a"], "found", recursion)])
    recursion.refer(to: circle)
    #expect(Self.label(circle, "a", "a", "b") == "found")
    #expect(Self.label(circle, "b") == nil)
    recursion.refer(to: nil)
  }
}
