import Kumiki
import Testing

/// Several elements at a time, and by their properties.
@Suite struct IdentifiedElementsTests {
  private struct Row: Identifiable, Hashable, Comparable {
    var id: Int
    var name = ""
    static func < (left: Self, right: Self) -> Bool { left.id < right.id }
  }

  private func rows(_ ids: Int...) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(ids.map { Row(id: $0) })
  }

  @Test func `X14: several elements are added, without adding an id twice`() {
    var some = rows(1, 2)
    some.append(contentsOf: [Row(id: 3)])
    some += [Row(id: 4)]
    #expect(Array(some.ids) == [1, 2, 3, 4])
    let names = [Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 1, name: "c")]
    let merged = IdentifiedArray(names) { Row(id: $0.id, name: $0.name + $1.name) }
    #expect(merged == [Row(id: 1, name: "ac"), Row(id: 2, name: "b")])
    #expect(IdentifiedArray(names, id: \.id, uniquingIDsWith: { $1 })[id: 1]?.name == "c")
    #expect(IdentifiedArray(uniqueElements: [5, 6], id: \.self)[id: 6] == 6)
  }

  @Test func `X14: an element is replaced or added, and the earlier element is returned`() {
    var some = rows(1, 2)
    #expect(some.updateOrAppend(Row(id: 2, name: "b")) == Row(id: 2))
    #expect(some.updateOrAppend(Row(id: 3)) == nil)
    #expect(some.update(Row(id: 1, name: "a"), at: 0) == Row(id: 1))
    let inserted = some.updateOrInsert(Row(id: 9), at: 1)
    #expect(inserted.originalMember == nil && inserted.index == 1)
    let replaced = some.updateOrInsert(Row(id: 3, name: "c"), at: 0)
    #expect(replaced.originalMember == Row(id: 3) && replaced.index == 3)
    #expect(Array(some.ids) == [1, 9, 2, 3])
    #expect(some.map(\.name) == ["a", "", "b", "c"])
  }

  @Test func `X14: elements are removed one by one, from the ends and by range`() {
    var some = rows(1, 2, 3, 4, 5, 6, 7)
    #expect(some.remove(Row(id: 4, name: "other")) == Row(id: 4))
    #expect(some.removeFirst() == Row(id: 1) && some.removeLast() == Row(id: 7))
    some.removeSubrange(1...2)
    #expect(Array(some.ids) == [2, 6])
    some.removeLast(1)
    some.removeFirst(0)
    #expect(some.popLast() == Row(id: 2) && some.popLast() == nil && some.isEmpty)
  }

  @Test func `X14: they are sorted, shuffled and partitioned, and are still found by their ids`() {
    struct Steps: RandomNumberGenerator {
      var state: UInt64 = 1
      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
      }
    }
    var some = rows(5, 3, 1, 4, 2)
    some.sort()
    #expect(Array(some.ids) == [1, 2, 3, 4, 5])
    var steps = Steps()
    some.shuffle(using: &steps)
    #expect(Set(some.ids) == [1, 2, 3, 4, 5] && some.count == 5)
    #expect(some.partition { $0.id > 2 } == 2)
    #expect(some.prefix(2).allSatisfy { $0.id <= 2 })
    for id in 1...5 { #expect(some[id: id]?.id == id && some[some.index(id: id)!].id == id) }
  }

  @Test func `X14: elements are contained by their ids, and sorted into such an array`() {
    let some = rows(3, 1, 2)
    #expect(some.contains(Row(id: 1, name: "other")) && !some.contains(Row(id: 4)))
    let sorted: IdentifiedArrayOf<Row> = some.sorted { $0.id < $1.id }
    #expect(Array(sorted.ids) == [1, 2, 3] && sorted == some.sorted() && sorted[id: 3]?.id == 3)
    #expect(Identified("a", id: \.count).id == 1)
  }

  /// The requirements of any changeable collection of elements.
  private func edit<Rows: MutableCollection & RandomAccessCollection & RangeReplaceableCollection>(
    _ rows: inout Rows
  ) where Rows.Element == Row, Rows.Index == Int {
    rows.sort { $0.id < $1.id }
    rows.swapAt(0, 1)
    rows.insert(contentsOf: [Row(id: 8), Row(id: 9)], at: 1)
    rows.append(Row(id: 10))
    rows.replaceSubrange(2..<4, with: [Row(id: 11)])
    rows[0...1].reverse()
    rows[0] = Row(id: 12)
    rows.removeFirst()
    _ = rows.removeLast()
    rows.removeAll { $0.id == 5 }
    _ = rows.partition { $0.id > 8 }
  }

  @Test("X14: code for any collection edits them as an array")
  func generic() {
    var some = rows(5, 3, 1, 4, 2)
    var model = some.elements
    edit(&some)
    edit(&model)
    #expect(some.elements == model && Array(some.ids) == model.map(\.id))
    #expect(model.allSatisfy { some[id: $0.id] == $0 })
    #expect(IdentifiedArrayOf<Row>() + model == some)
  }

  @Test func `X14: they are described like an array`() {
    let numbers = IdentifiedArray([1, 2], id: \.self)
    #expect("\(numbers)" == "[1, 2]")
    #expect(numbers.debugDescription == "IdentifiedArray<Int>([1, 2])")
    #expect(Mirror(reflecting: numbers).displayStyle == .collection)
  }

  @Test func `X19: printing may be limited to labels`() throws {
    let texts = Record<String>()
    let fixture = try StoreFixture(Counter.State()) {
      Counter()._printChanges(ChangePrinter(isBrief: true) { texts($0) })
    }
    fixture.send(.set(7))
    #expect(texts.entries == ["received set\n"])
    #expect(fixture.state.count == 7)
  }

  @Test func `X13: random numbers come from the set generator, one after the other`() {
    struct Counting: RandomNumberGenerator {
      var last: UInt64 = 0
      mutating func next() -> UInt64 {
        last += 1
        return last
      }
    }
    let numbers = withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      return (0..<3).map { _ in withRandomNumberGenerator { $0.next() } }
    }
    #expect(numbers == [1, 2, 3])
    struct Torn: Error {}
    #expect(throws: Torn.self) {
      try DependencyValues.live.withRandomNumberGenerator { _ in throw Torn() }
    }
    let live = DependencyValues.live.withRandomNumberGenerator
    #expect((1...6).contains(live { Int.random(in: 1...6, using: &$0) }))
  }
}
