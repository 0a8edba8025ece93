import Testing

@testable import KumikiJSON

@Suite("The last positions of rows")
struct RowIndexTests {
  @Test(
    "It answers like a dictionary, whatever comes and goes", arguments: [1, 2, 3] as [UInt64])
  func likeADictionary(seed: UInt64) {
    var random = SplitMix(state: seed)
    var hints = RowIndex()
    var known: [UInt: Int] = [:]
    hints.reset(10)
    for _ in 0..<20_000 {
      // Few hashes that differ only in their upper bits: they collide all the time.
      let hash = UInt.random(in: 0..<64, using: &random) << 32
      let index = Int.random(in: 0..<1000, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        if known[hash] == nil {
          hints.insert(hash, at: index)
          known[hash] = index
        }
      case 2:
        hints.remove(hash)
        known[hash] = nil
      default:
        hints.move(hash, to: index)
        if known[hash] != nil { known[hash] = index }
      }
      #expect(hints.find(hash) == known[hash])
    }
    for hash in (0..<64 as Range<UInt>).map({ $0 << 32 }) {
      #expect(hints.find(hash) == known[hash])
    }
    #expect(!hints.hasDuplicates)
  }

  @Test func `One row that comes and goes for ever takes no additional room or time`() {
    var hints = RowIndex()
    hints.reset(1000)
    for row in 0..<1000 as Range<UInt> { hints.insert(row, at: Int(row)) }
    for _ in 0..<100_000 {
      hints.insert(7777, at: 1000)
      hints.remove(7777)
    }
    #expect(hints.find(7777) == nil)
    #expect(hints.find(999) == 999)
  }

  @Test func `Two ids with one hash are recorded, so that they are searched for`() {
    var hints = RowIndex()
    hints.reset(4)
    hints.insert(5, at: 0)
    hints.insert(5, at: 1)
    #expect(hints.hasDuplicates)
    hints.reset(4)
    #expect(!hints.hasDuplicates)
  }

  @Test func `Equal ids have one hash`() throws {
    for text in [
      "1", "-1", #""""#, #""a""#, #""a name of some length""#, "1.5", "true", "null", "[1]",
    ] {
      let (left, right) = (try JSONText.parse(text), try JSONText.parse(text))
      #expect(left.withNode(\.rowHash) == right.withNode(\.rowHash))
    }
    let texts =
      (0..<1000).map { JSON(stringLiteral: "row \($0)") }
      + (0..<1000).map { JSON(integerLiteral: $0) }
    #expect(Set(texts.map { $0.withNode(\.rowHash) }).count == 2000)
  }
}
