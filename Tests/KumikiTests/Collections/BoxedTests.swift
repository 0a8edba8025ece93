import Kumiki
import Testing

@Suite struct BoxedTests {
  struct Node: Equatable {
    var name = ""
    @Boxed var child: Node?

    init(_ name: String, _ child: Node? = nil) {
      self.name = name
      _child = Boxed(wrappedValue: child)
    }
  }

  @Test func `L4: a copy is independent: changing it leaves the original unchanged`() {
    let original = Node("a", Node("b", Node("c")))
    var copy = original
    copy.child?.child?.name = "changed"
    copy.name = "also"
    #expect(original == Node("a", Node("b", Node("c"))))
    #expect(copy == Node("also", Node("b", Node("changed"))))
    copy.child = nil
    #expect(original.child?.child?.name == "c")
  }

  @Test func `L4: a write without a second reference is made in place`() {
    /// Tells whether its storage was copied.
    struct Elements {
      @Boxed var values: [Int]
      var address: UnsafeRawPointer {
        values.withUnsafeBytes { UnsafeRawPointer($0.baseAddress!) }
      }
    }
    var elements = Elements(values: Array(0..<100))
    let address = elements.address
    for index in 0..<100 { elements.values[index] += 1 }
    #expect(elements.address == address)
    let copy = elements
    elements.values[0] = 7
    #expect(elements.address != copy.address)
    #expect(copy.values[0] == 1)
    #expect(copy.address == address)
  }

  @Test func `L4: equality is by content, and an untouched copy is equal without a comparison`() {
    #expect(Node("a", Node("b")) == Node("a", Node("b")))
    #expect(Node("a", Node("b")) != Node("a", Node("c")))
    #expect(Node("a", Node("b")) != Node("a"))

    final class Counted: Equatable {
      nonisolated(unsafe) static var comparisons = 0
      static func == (left: Counted, right: Counted) -> Bool {
        comparisons += 1
        return true
      }
    }
    let box = Boxed(wrappedValue: Counted())
    let copy = box
    #expect(box == copy)
    #expect(Counted.comparisons == 0)
    #expect(box == Boxed(wrappedValue: Counted()))
    #expect(Counted.comparisons == 1)
  }
}
