import Foundation
import Kumiki
import Testing

/// A slot as a value, without a store.
@Suite struct PresentationStateTests {
  @Test func `D1: a slot is dismissed, or presented with an id and a state`() {
    var slot = PresentationState<Screen>(wrappedValue: nil)
    #expect(slot.wrappedValue == nil)
    #expect(slot.id == nil)
    slot.wrappedValue = .plain(3)
    #expect(slot.wrappedValue == .plain(3))
    #expect(slot.id != nil)
    slot.wrappedValue = nil
    #expect(slot.wrappedValue == nil)
    #expect(slot.id == nil)
  }

  @Test func `D2: outside a store every presentation has its own id`() throws {
    var ids: Set<PresentationID> = []
    var slot = PresentationState<Screen>(wrappedValue: nil)
    for number in 0..<100 {
      ids.insert(try #require(PresentationState(wrappedValue: Screen.plain(number)).id))
      slot.wrappedValue = .plain(number)
      ids.insert(try #require(slot.id))
      slot.wrappedValue = nil
    }
    #expect(ids.count == 200)
  }

  @Test func `D3: a value of the same case keeps the id`() {
    var slot = PresentationState<Screen>(wrappedValue: .plain(1))
    let id = slot.id
    slot.wrappedValue = .plain(9)
    #expect(slot.id == id)
    #expect(slot.wrappedValue == .plain(9))
  }

  @Test func `D4: a value of another case takes a fresh id`() {
    var slot = PresentationState<Screen>(wrappedValue: .plain(1))
    var ids = [slot.id]
    slot.wrappedValue = .empty
    ids.append(slot.id)
    slot.wrappedValue = .plain(1)
    ids.append(slot.id)
    #expect(Set(ids).count == 3)
    #expect(!ids.contains(nil))
  }

  @Test func `D5: a state that is not an enum keeps its id whatever is assigned`() {
    struct Page: Equatable { var title = "" }
    var slot = PresentationState(wrappedValue: Page())
    let id = slot.id
    slot.wrappedValue = Page()
    #expect(slot.id == id)
    slot.wrappedValue = Page(title: "another")
    #expect(slot.id == id)
    #expect(slot.wrappedValue == Page(title: "another"))
  }

  @Test func `D6: null and then an equal value is a new presentation`() {
    var slot = PresentationState<Screen>(wrappedValue: .plain(1))
    let id = slot.id
    slot.wrappedValue = nil
    slot.wrappedValue = .plain(1)
    #expect(slot.wrappedValue == .plain(1))
    #expect(slot.id != nil)
    #expect(slot.id != id)
  }

  @Test("D7: a change inside the presented value keeps the id, a change to another case does not")
  func changeInPlace() {
    var slot = PresentationState<Screen>(wrappedValue: .plain(0))
    let id = slot.id
    for _ in 0..<10 { slot.wrappedValue?.increment() }
    #expect(slot.wrappedValue == .plain(10))
    #expect(slot.id == id)
    slot.wrappedValue?.becomeEmpty()
    #expect(slot.wrappedValue == .empty)
    #expect(slot.id != nil)
    #expect(slot.id != id)
  }

  @Test func `D8: null in place dismisses, a value in place presents`() {
    func fill(_ value: inout Screen?) {
      #expect(value == nil)
      value = .plain(1)
    }
    func clear(_ value: inout Screen?) {
      #expect(value == .plain(1))
      value = nil
    }
    var slot = PresentationState<Screen>(wrappedValue: nil)
    fill(&slot.wrappedValue)
    let id = slot.id
    #expect(slot.wrappedValue == .plain(1))
    #expect(id != nil)

    clear(&slot.wrappedValue)
    #expect(slot.wrappedValue == nil)
    #expect(slot.id == nil)

    fill(&slot.wrappedValue)
    #expect(slot.id != nil)
    #expect(slot.id != id)
  }

  @Test func `D9: another id of the value, or of its case's payload, takes a fresh id`() {
    var slot = PresentationState<Screen>(wrappedValue: .item(Item(id: 1)))
    let first = slot.id
    slot.wrappedValue = .item(Item(id: 1, count: 7))
    #expect(slot.id == first)
    slot.wrappedValue = .item(Item(id: 2, count: 7))
    let second = slot.id
    #expect(second != first)
    slot.wrappedValue?.becomeItem(3)
    #expect(slot.id != second)

    var item = PresentationState(wrappedValue: Item(id: 1))
    let firstItem = item.id
    item.wrappedValue?.count = 5
    item.wrappedValue = Item(id: 1)
    #expect(item.id == firstItem)
    item.wrappedValue = Item(id: 2)
    #expect(item.id != firstItem)
  }

  @Test func `D12: equality and hashing use only the value`() {
    let one = PresentationState<Screen>(wrappedValue: .plain(1))
    let other = PresentationState<Screen>(wrappedValue: .plain(1))
    #expect(one.id != other.id)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != PresentationState(wrappedValue: .plain(2)))
    #expect(one != PresentationState(wrappedValue: nil))
    #expect(PresentationState<Screen>(wrappedValue: nil) == PresentationState(wrappedValue: nil))
  }

  @Test func `D12: coding uses only the value, and a decoded slot has a fresh id`() throws {
    struct Holder: Codable, Equatable {
      @PresentationState var item: Item?
    }
    func text(_ holder: Holder) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try String(decoding: encoder.encode(holder), as: UTF8.self)
    }
    let full = Holder(item: Item(id: 1, count: 2))
    #expect(try text(full) == #"{"item":{"count":2,"id":1}}"#)
    #expect(try text(Holder()) == #"{"item":null}"#)

    let decoded = try JSONDecoder().decode(Holder.self, from: Data(text(full).utf8))
    #expect(decoded == full)
    #expect(decoded.$item.id != nil)
    #expect(decoded.$item.id != full.$item.id)
    let empty = try JSONDecoder().decode(Holder.self, from: Data(#"{"item":null}"#.utf8))
    #expect(empty == Holder())
    #expect(empty.$item.id == nil)
  }

  @Test func `D12: a dump shows only the value`() {
    func dumped(_ value: PresentationState<Screen>) -> String {
      var text = ""
      dump(value, to: &text)
      return text
    }
    let one = PresentationState<Screen>(wrappedValue: .plain(1))
    #expect(dumped(one) == dumped(PresentationState(wrappedValue: .plain(1))))
    #expect(dumped(one).contains("plain: 1"))
    #expect(dumped(one) != dumped(PresentationState(wrappedValue: .plain(2))))
    #expect(!dumped(one).contains(one.id!.description))
  }

  @Test func `D13: a slot and its untouched copy are compared without reading the value`() {
    let large = Large(bytes: 50 << 20)
    let slot = PresentationState(wrappedValue: large)
    var copy = slot
    #expect(copy == slot)
    #expect(large.comparisons.count == 0)
    copy.wrappedValue?.bytes[0] = 1
    #expect(copy != slot)
    #expect(large.comparisons.count == 1)
  }

  @Test("D13: a changed copy leaves the original alone and is the same presentation")
  func copyOnWrite() {
    let slot = PresentationState<Screen>(wrappedValue: .plain(1))
    var copy = slot
    copy.wrappedValue?.increment()
    #expect(slot.wrappedValue == .plain(1))
    #expect(copy.wrappedValue == .plain(2))
    #expect(copy.id == slot.id)
    copy.wrappedValue = nil
    #expect(slot.wrappedValue == .plain(1))
  }
}

/// A state of several screens.
private enum Screen: Hashable {
  case plain(Int)
  case empty
  case item(Item)

  mutating func increment() {
    if case .plain(let count) = self { self = .plain(count + 1) }
  }
  mutating func becomeEmpty() { self = .empty }
  mutating func becomeItem(_ id: Int) { self = .item(Item(id: id)) }
}

private struct Item: Hashable, Codable, Identifiable {
  var id: Int
  var count = 0
}

/// A value that is slow to compare, and counts its comparisons.
private struct Large: Equatable {
  final class Comparisons { var count = 0 }

  var bytes: [UInt8]
  let comparisons = Comparisons()

  init(bytes count: Int) { bytes = Array(repeating: 0, count: count) }

  static func == (left: Self, right: Self) -> Bool {
    left.comparisons.count += 1
    return left.bytes == right.bytes
  }
}
