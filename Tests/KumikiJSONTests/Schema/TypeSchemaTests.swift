import Kumiki
import Testing

@testable import KumikiJSON

@Suite struct TypeSchemaTests {
  private static func described<T: Decodable>(_ type: T.Type) throws -> (JSON, JSON) {
    var definitions = JSONDefinitions()
    let schema = definitions.schema(of: type)
    return (schema, definitions.json)
  }

  private static func schema<T: Decodable>(_ type: T.Type) throws -> JSON {
    let (schema, defined) = try described(type)
    guard let reference = schema[key: "$ref"]?.string else { return schema }
    return defined[key: String(reference.dropFirst("#/$defs/".count))] ?? .null
  }

  private static func json(_ text: String) throws -> JSON { try JSONText.parse(quoted: text) }

  struct Plain: Codable {
    var name: String
    var age: UInt8
    var size: Double?
    var tags: [String]
    var counts: [String: Int]
    var inner: Inner
  }

  struct Inner: Codable { var isOn: Bool }

  @Test func `S11: members, optional ones, arrays and dictionaries are described`() throws {
    let (schema, defined) = try Self.described(Plain.self)
    #expect(schema == ["$ref": "#/$defs/TypeSchemaTests.Plain"])
    #expect(
      defined[key: "TypeSchemaTests.Plain"]
        == (try Self.json(
          """
          {'type': 'object', 'properties': {'name': {'type': 'string'},
           'age': {'type': 'integer', 'minimum': 0}, 'size': {'type': ['number', 'null']},
           'tags': {'type': 'array', 'items': {'type': 'string'}},
           'counts': {'type': 'object', 'additionalProperties': {'type': 'integer'}},
           'inner': {'$ref': '#/$defs/TypeSchemaTests.Inner'}},
           'required': ['name', 'age', 'tags', 'counts', 'inner']}
          """)))
  }

  enum Filter: String, Codable { case all, open }

  enum Choice: Codable {
    case none
    case number(Int)
    case pair(Int, String)
    case move(from: Int, to: Int?)
    case maybe(Int?)
  }

  @Test func `S11: an enum's cases are described with their payloads, and raw values`() throws {
    #expect(try Self.schema(Filter.self) == ["enum": ["all", "open"]])
    #expect(
      try Self.schema(Choice.self)
        == (try Self.json(
          """
          {'anyOf': [{'enum': ['none', 'maybe']}, {'type': 'object', 'minProperties': 1,
           'maxProperties': 1, 'properties': {
             'none': {'type': ['null', 'object'], 'maxProperties': 0},
             'number': {'type': 'integer'},
             'pair': {'type': 'array', 'prefixItems': [{'type': 'integer'}, {'type': 'string'}],
                      'minItems': 2, 'maxItems': 2},
             'move': {'type': 'object', 'properties': {'from': {'type': 'integer'},
                      'to': {'type': ['integer', 'null']}}, 'required': ['from']},
             'maybe': {'type': ['integer', 'null']}},
           'additionalProperties': false}]}
          """)))
  }

  struct Slots: Codable {
    @PresentationState var sheet: Inner?
    var twice: Int??
  }

  @Test func `S11: a nullable value is declared nullable once`() throws {
    #expect(
      try Self.schema(Slots.self)
        == (try Self.json(
          """
          {'type': 'object', 'properties': {
            'sheet': {'anyOf': [{'$ref': '#/$defs/TypeSchemaTests.Inner'}, {'type': 'null'}]},
            'twice': {'type': ['integer', 'null']}}}
          """)))
  }

  struct Tree: Codable {
    var value: Int
    var below: [Tree]
  }

  @Test func `S11: a recursive type is described by reference`() throws {
    #expect(
      try Self.schema(Tree.self)
        == (try Self.json(
          """
          {'type': 'object', 'properties': {'value': {'type': 'integer'}, 'below':
           {'type': 'array', 'items': {'$ref': '#/$defs/TypeSchemaTests.Tree'}}},
           'required': ['value', 'below']}
          """)))
  }

  /// Reads a number or a string, and requires a name.
  struct Lenient: Decodable {
    var value: Int
    var name: String

    enum CodingKeys: CodingKey { case value, name }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      value = (try? members.decode(Int.self, forKey: .value)) ?? 0
      name = try members.decodeIfPresent(String.self, forKey: .name) ?? ""
    }
  }

  /// Reads a value that cannot be predicted.
  struct Odd: Decodable {
    init(from decoder: any Decoder) throws {
      guard try decoder.singleValueContainer().decode(Int.self) == 42 else {
        throw JSONError(.decode, message: "not 42")
      }
    }
  }

  @Test func `S11: a custom coding is described only as far as the description holds`() throws {
    #expect(
      try Self.schema(Lenient.self)
        == (try Self.json(
          "{'type': 'object', 'properties': {'value': true, 'name': {'type': ['string', 'null']}}}"
        )))
    let (schema, defined) = try Self.described(Odd.self)
    #expect(schema == true)
    #expect(defined == [:])
  }
}
