import Testing

@testable import KumikiJSON

@Suite("Values kept for reuse")
struct ReuseTableTests {
  /// Looks a number up under a hash that it may share with others.
  private func find(_ number: Int, _ table: inout ReuseTable<Int>, sharing: Int = 1) -> Int? {
    let hash = UInt64(number / sharing)
    return table.find(hash) { $0 == number }.map { table[$0] }
  }

  @Test func `It finds the inserted values, and nothing else`() {
    var table = ReuseTable<Int>(capacity: 8)
    #expect(find(3, &table) == nil)
    for number in 0..<8 { table.insert(number, for: UInt64(number)) }
    for number in 0..<8 { #expect(find(number, &table) == number) }
    #expect(find(8, &table) == nil)
  }

  @Test func `Values with one hash are distinguished by the caller`() {
    var table = ReuseTable<Int>(capacity: 16)
    for number in 0..<16 { table.insert(number, for: UInt64(number / 8)) }
    for number in 0..<16 { #expect(find(number, &table, sharing: 8) == number) }
    #expect(find(16, &table, sharing: 8) == nil)
  }

  @Test("Beyond its capacity the last value is present, and no more values than places are")
  func bounded() {
    var table = ReuseTable<Int>(capacity: 8)
    for number in 0..<1000 {
      table.insert(number, for: UInt64(number / 3))
      #expect(find(number, &table, sharing: 3) == number)
    }
    let kept = (0..<1000).filter { find($0, &table, sharing: 3) != nil }
    #expect(kept.count == 8)
  }

  @Test func `A requested value stays when another one has to leave`() {
    var table = ReuseTable<Int>(capacity: 8)
    for number in 0..<8 { table.insert(number, for: UInt64(number)) }
    for number in 8..<1000 {
      #expect(find(5, &table) == 5)
      table.insert(number, for: UInt64(number))
    }
  }

  @Test func `Values that come and go leave nothing behind`() {
    final class Thing {}
    var table = ReuseTable<Thing>(capacity: 4)
    weak var first: Thing?
    do {
      let thing = Thing()
      first = thing
      table.insert(thing, for: 0)
    }
    #expect(first != nil)
    for number in 1...4 { table.insert(Thing(), for: UInt64(number)) }
    #expect(first == nil)
  }

  @Test func `A value can be changed in place`() {
    var table = ReuseTable<[Int]>(capacity: 4)
    let place = table.insert([], for: 1)
    for number in 0..<3 { table[place].append(number) }
    let found = table.find(1) { $0 == [0, 1, 2] }
    #expect(found == place)
  }

  @Test func `A value that is met the second time is worth keeping`() {
    var table = ReuseTable<Int>(capacity: 4)
    let answers = [7, 7, 8].map { table.admits($0) }
    #expect(answers == [false, true, false])
  }

  @Test func `In a full table one newcomer in eight is admitted`() {
    var table = ReuseTable<Int>(capacity: 4)
    for number in 0..<4 { table.insert(number, for: UInt64(number)) }
    let first = table.admits(9)
    #expect(!first)
    let admitted = (0..<80).filter { _ in table.admits(9) }
    #expect(admitted.count == 10)
  }

  @Test("A random history agrees with a list of all inserted values", arguments: [1, 2, 3])
  func random(seed: UInt64) {
    var random = SplitMix(state: seed)
    var table = ReuseTable<Int>(capacity: 32)
    for _ in 0..<5000 {
      let number = Int.random(in: 0..<100, using: &random)
      if let found = find(number, &table, sharing: 4) {
        #expect(found == number)
      } else {
        table.insert(number, for: UInt64(number / 4))
        #expect(find(number, &table, sharing: 4) == number)
      }
    }
  }
}

@Suite("The hash of contents")
struct ContentHashTests {
  private func hash(_ text: String, seed: UInt64 = 0) -> UInt64 {
    Array(text.utf8).withUnsafeBytes { ContentHash.of(JSONBytes($0), seed: seed) }
  }

  @Test func `Every byte and the length count, in the upper bits and in the lower ones`() {
    var upper: Set<UInt64> = []
    var lower: Set<UInt64> = []
    for length in 0..<40 {
      for position in 0..<max(1, length) {
        var bytes = Array(repeating: UInt8(ascii: "a"), count: length)
        if length > 0 { bytes[position] = UInt8(ascii: "b") }
        let hash = hash(String(decoding: bytes, as: UTF8.self))
        upper.insert(hash >> 32)
        lower.insert(hash & 0xFFFF_FFFF)
      }
    }
    #expect(upper.count == 781)
    #expect(lower.count == 781)
  }

  @Test func `Another seed gives another hash of the same text`() {
    #expect(hash("increment") == hash("increment"))
    #expect(hash("increment") != hash("increment", seed: 1))
  }
}
