import Testing

@testable import KumikiJSON

@Suite struct CodingDepthTests {
  indirect enum Chain: Codable {
    case end
    case next(Chain)

    init(links: Int) {
      self = .end
      for _ in 0..<links { self = .next(self) }
    }

    var links: Int {
      var links = 0
      var chain = self
      while case .next(let rest) = chain {
        links += 1
        chain = rest
      }
      return links
    }
  }

  @Test func `M8: a typed value may be as deep as JSON text, and no deeper`() throws {
    let deepest = try onThread(stack: 64 << 20) { try JSONBridge.encode(Chain(links: 2047)) }
    #expect(JSONMeasure.depth(of: deepest.node) == 2048)
    let links = try onThread(stack: 64 << 20) {
      try JSONBridge.decode(Chain.self, from: deepest).links
    }
    #expect(links == 2047)
    let encoding = try onThread(stack: 64 << 20) {
      jsonError { try JSONBridge.encode(Chain(links: 2048)) }
    }
    #expect(encoding?.kind == .tooDeep)
    let decoding = try onThread(stack: 64 << 20) {
      jsonError { try JSONBridge.decode(Chain.self, from: chain(2048)) }
    }
    #expect(decoding?.kind == .tooDeep)
  }

  @Test func `M8: JSON inside a typed value counts with the levels around it`() throws {
    let fits = try JSONBridge.encode([nested(2046, around: 1)])
    #expect(JSONMeasure.depth(of: fits.node) == 2048)
    #expect(jsonError { try JSONBridge.encode([nested(2047, around: 1)]) }?.kind == .tooDeep)
    let pointer = try JSONPointer("/0")
    #expect(
      jsonError { try JSONBridge.encodePart(of: [nested(2048, around: 1)], at: pointer) }?.kind
        == .tooDeep)
  }

  @Test(
    "L3: on a stack of 512 KiB a deep value is coded or refused", arguments: [10, 300, 1000, 2047])
  func smallStack(links: Int) throws {
    let encoded = try onThread(stack: 512 * 1024) {
      Result { try JSONBridge.encode(Chain(links: links)) }
    }
    switch encoded {
    case .success(let json): #expect(json == chain(links))
    case .failure(let error): #expect((error as? JSONError)?.kind == .tooDeep)
    }
    let decoded = try onThread(stack: 512 * 1024) {
      Result { try JSONBridge.decode(Chain.self, from: chain(links)).links }
    }
    switch decoded {
    case .success(let count): #expect(count == links)
    case .failure(let error): #expect((error as? JSONError)?.kind == .tooDeep)
    }
    let part = try onThread(stack: 512 * 1024) {
      let pointer = try JSONPointer(String(repeating: "/next", count: links))
      return Result { try JSONBridge.encodePart(of: Chain(links: links), at: pointer) }
    }
    switch part {
    case .success(let json): #expect(json == "end")
    case .failure(let error): #expect((error as? JSONError)?.kind == .tooDeep)
    }
    #expect(links > 10 || (try? encoded.get()) != nil, "a shallow value has room")
  }

  @Test func `L3: a type that encodes itself without end is refused`() throws {
    struct Endless: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
      }
    }
    let error = try onThread(stack: 1 << 20) { jsonError { try JSONBridge.encode(Endless()) } }
    #expect(error?.kind == .tooDeep)
  }

  private func chain(_ links: Int) -> JSON {
    var json: JSON = "end"
    for _ in 0..<links { json = ["next": json] }
    return json
  }
}
