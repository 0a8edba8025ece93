import CJansson
import Testing

@testable import KumikiJSON

@Suite("Cached texts of actions")
struct JSONTextCacheTests {
  /// Looks a text up and records it if it is not cached; returns whether it was.
  private func meet(_ text: String, _ cache: inout JSONTextCache) throws -> Bool {
    let value = try JSONText.parse(text)
    return Array(text.utf8).withUnsafeBytes { bytes in
      let bytes = JSONBytes(bytes)
      switch cache.find(bytes) {
      case .action: return true
      case .nothing(let slot):
        if let slot { value.withNode { cache.note(bytes, at: slot, $0) } }
        return false
      }
    }
  }

  @Test func `A text is cached from the second time on, and found the third`() throws {
    var cache = JSONTextCache()
    #expect(try !meet(#""increment""#, &cache))
    #expect(try !meet(#""increment""#, &cache))
    #expect(try meet(#""increment""#, &cache))
    #expect(try !meet(#""decrement""#, &cache))
  }

  @Test func `256 texts in rotation are all cached`() throws {
    var cache = JSONTextCache()
    let texts = (0..<256).map { #"{"set":\#($0)}"# }
    for _ in 0..<3 { for text in texts { _ = try meet(text, &cache) } }
    for text in texts { #expect(try meet(text, &cache), "\(text)") }
  }

  @Test func `Of twice as many texts in rotation some are always found`() throws {
    var cache = JSONTextCache()
    let texts = (0..<512).map { #"{"set":\#($0)}"# }
    for _ in 0..<4 { for text in texts { _ = try meet(text, &cache) } }
    let found = try texts.filter { try meet($0, &cache) }
    #expect(found.count > 128)
  }

  @Test("Texts requested now take the places of texts requested once")
  func newTimes() throws {
    var cache = JSONTextCache()
    for time in ["old", "new"] {
      for _ in 0..<50 {
        for number in 0..<200 { _ = try meet(#"{"\#(time)":\#(number)}"#, &cache) }
      }
    }
    let found = try (0..<200).filter { try meet(#"{"new":\#($0)}"#, &cache) }
    #expect(found.count > 190)
  }

  @Test func `Texts that come once do not replace repeated ones`() throws {
    var cache = JSONTextCache()
    for _ in 0..<2 { _ = try meet(#""again""#, &cache) }
    for number in 0..<10_000 {
      _ = try meet(#"{"once":\#(number)}"#, &cache)
      if number % 100 == 0 { #expect(try meet(#""again""#, &cache)) }
    }
  }

  @Test func `The least requested texts leave when the cache is full`() throws {
    var cache = JSONTextCache()
    for round in 0..<20 {
      for number in 0..<100 { _ = try meet(#"{"often":\#(number)}"#, &cache) }
      for number in 0..<50 {
        for _ in 0..<2 { _ = try meet(#"{"round":\#(round),"seldom":\#(number)}"#, &cache) }
      }
    }
    for number in 0..<100 { #expect(try meet(#"{"often":\#(number)}"#, &cache)) }
  }

  @Test func `A text of more than 512 bytes is not cached`() throws {
    var cache = JSONTextCache()
    let text = "\"" + String(repeating: "x", count: 511) + "\""
    for _ in 0..<3 { #expect(try !meet(text, &cache)) }
  }
}
