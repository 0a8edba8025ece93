import CJansson
import Kumiki
import Testing

@testable import KumikiJSON

@Suite struct JSONDocumentTests {
  private func document(_ json: JSON) throws -> JSONDocument {
    try JSONDocument(json, Identifiers(isCounting: true))
  }

  private func set(_ pointer: String, _ value: JSON, in document: JSONDocument) -> JSONWriteError? {
    var root = JSONState(document)
    do throws(JSONWriteError) {
      try root.set(try! JSONPointer(pointer), stealing: value.retained())
      return nil
    } catch {
      return error
    }
  }

  /// Contains one value twice, nested that many times.
  private func doubled(_ times: Int) -> JSON {
    (0..<times).reduce(0 as JSON) { value, _ in [value, value] }
  }

  @Test func `M18: a value that expands to too much is refused, however small it is`() throws {
    let document = try document(["a": nil])
    #expect(set("/a", doubled(60), in: document) == .tooDeep)
    #expect(document.snapshot == ["a": nil])
    #expect(set("/a", doubled(22), in: document) == nil)
  }

  @Test func `M18: the expansion limit applies to the whole state`() throws {
    let document = try document(["a": nil, "b": nil])
    #expect(set("/a", doubled(22), in: document) == nil)
    #expect(set("/b", doubled(22), in: document) == .tooDeep)
    #expect(document.snapshot[key: "b"]?.isNull == true)
  }

  @Test func `M18: an overwritten or removed value makes room`() throws {
    let document = try document(["a": nil, "b": nil])
    for _ in 0..<10 { #expect(set("/a", doubled(22), in: document) == nil) }
    #expect(set("/a", 1, in: document) == nil)
    #expect(set("/b", doubled(22), in: document) == nil)
  }

  @Test("M20: a place is released with its last watcher, and so are the places that led there")
  func places() throws {
    let document = try document(["a": ["b": ["c": 1, "d": 2]]])
    let observers = ObserverList()
    let ends = try ["/a/b/c", "/a/b/c", "/a/b/d", "/a"].map { pointer in
      document.observe(JSONAddress(try JSONPointer(pointer)), in: observers) {}
    }
    let counts = ends.map { end in
      end()
      return placeCount(of: document)
    }
    #expect(counts == [4, 3, 1, 0])
  }

  @Test func `M20: places that came and went in any order are found, or made again`() throws {
    var random = SplitMix(state: 7)
    let document = try document([:])
    let observers = ObserverList()
    var watched: [String: () -> Void] = [:]
    for _ in 0..<20_000 {
      let pointer = "/k\(Int.random(in: 0..<300, using: &random))"
      if let end = watched.removeValue(forKey: pointer) {
        end()
        #expect(document.places.existing(try JSONPointer(pointer)) == nil)
      } else {
        let address = JSONAddress(try JSONPointer(pointer))
        watched[pointer] = document.observe(address, in: observers) {}
        #expect(document.places.existing(try JSONPointer(pointer)) === document.place(at: address))
      }
    }
    for pointer in watched.keys {
      #expect(document.places.existing(try JSONPointer(pointer)) != nil)
    }
    #expect(placeCount(of: document) == watched.count)
  }

  private func placeCount(of document: JSONDocument) -> Int {
    var count = 0
    var stack = document.places.below
    while let place = stack.popLast() {
      count += 1
      stack += place.below
    }
    return count
  }
}
