import Testing

@testable import KumikiJSON

/// Types that request the same containers as a synthesized enum does, and are not enums.
@Suite struct LookalikeTests {
  struct Holder: Codable, Equatable {
    var empty = Empty()
  }

  @Test func `A struct with a member of an empty type is an object`() throws {
    #expect(try JSONBridge.encode(Holder()).text() == #"{"empty":{}}"#)
    #expect(try JSONBridge.decode(Holder.self, from: ["empty": [:]]) == Holder())
    let error = jsonError { try JSONBridge.decode(Holder.self, from: "empty") }
    #expect(error?.message == #"expected an object, found text "empty""#)
    let absent = jsonError { try JSONBridge.decode(Holder.self, from: [:]) }
    #expect(absent == .init(.decode, path: "/empty", message: "expected a value, found nothing"))
  }

  /// Writes the output of a synthesized enum, but is a struct.
  struct Imitation: Encodable {
    enum CodingKeys: CodingKey { case setCount }
    enum SetCountCodingKeys: CodingKey { case _0 }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var nested = container.nestedContainer(keyedBy: SetCountCodingKeys.self, forKey: .setCount)
      try nested.encode(3, forKey: ._0)
    }
  }

  @Test func `A struct that nests containers by hand keeps them`() throws {
    #expect(try JSONBridge.encode(Imitation()) == ["setCount": ["_0": 3]])
  }

  /// An enum with its own form: a type beside its data.
  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case point

    enum CodingKeys: CodingKey { case type, data }
    enum DataCodingKeys: CodingKey { case radius }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .circle(let radius):
        try container.encode("circle", forKey: .type)
        var data = container.nestedContainer(keyedBy: OwnKeys.self, forKey: .data)
        try data.encode(radius, forKey: .radius)
      case .point: try container.encode("point", forKey: .type)
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard container.allKeys.contains(.data) else {
        self = .point
        return
      }
      let data = try container.nestedContainer(keyedBy: OwnKeys.self, forKey: .data)
      self = .circle(radius: try data.decode(Double.self, forKey: .radius))
    }

    init(radius: Double) { self = .circle(radius: radius) }

    enum OwnKeys: CodingKey { case radius }
  }

  @Test func `An enum with its own encode(to:) is written and read as it requests`() throws {
    let circle: JSON = ["type": "circle", "data": ["radius": 1.5]]
    #expect(try JSONBridge.encode(Shape(radius: 1.5)) == circle)
    #expect(try JSONBridge.decode(Shape.self, from: circle) == .circle(radius: 1.5))
    #expect(try JSONBridge.decode(Shape.self, from: ["type": "point"]) == .point)
    let error = jsonError { try JSONBridge.decode(Shape.self, from: 3) }
    #expect(error == .init(.decode, message: "expected an object, found 3"))
    let inner = jsonError {
      try JSONBridge.decode(Shape.self, from: ["type": "circle", "data": [:]])
    }
    #expect(inner?.path == "/data/radius")
  }

  /// Tries one type and then another at the same place.
  enum Either: Decodable, Equatable {
    case child(Child)
    case count(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let child = try? container.decode(Child.self) {
        self = .child(child)
      } else {
        self = .count(try container.decode(Int.self))
      }
    }
  }

  @Test func `A type that was refused does not affect the next type that is tried`() throws {
    #expect(
      try JSONBridge.decode([Either].self, from: ["tapped", 3]) == [.child(.tapped), .count(3)])
    let error = jsonError { try JSONBridge.decode([Either].self, from: [["nope": 1]]) }
    #expect(error == .init(.decode, path: "/0", message: "expected an integer, found an object"))
  }
}
