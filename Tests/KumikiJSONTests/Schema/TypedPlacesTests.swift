import Kumiki
import Testing

@testable import KumikiJSON

@Suite struct TypedPlacesTests {
  struct Row: Codable {
    var id: Int
    var note: String?
  }

  enum Sheet: Codable {
    case add(Row)
    case ask
  }

  struct Feature: Codable {
    var rows = [Row(id: 1)]
    var sheet: Sheet?
    var settings: [String: Int] = [:]
    var first = Row(id: 2)
  }

  /// Writes a property that it does not read.
  struct Written: Codable {
    var count = 1
    enum Keys: String, CodingKey { case count, total }

    init() {}

    init(from decoder: any Decoder) throws {
      count = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .count)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(count, forKey: .count)
      try container.encode(2 * count, forKey: .total)
    }
  }

  private func mistake<T: Codable>(at pointer: String, in value: T) throws -> String? {
    let json = try JSONBridge.encode(value)
    let places = TypedPlaces { $0.schema(of: T.self) }
    do throws(JSONError) {
      try places.check(try JSONPointer(pointer).keys, "pointer") {
        json[JSONPointer(keys: Array($0))]
      }
      return nil
    } catch { return error.message }
  }

  @Test func `S173: an unknown property or case is reported with the nearest name`()
    throws
  {
    let feature = Feature()
    #expect(
      try mistake(at: "/rwos", in: feature)
        == "pointer: the state has no member rwos; did you mean rows? there are rows, sheet, settings, first"
    )
    #expect(
      try mistake(at: "/first/nte", in: feature)
        == "pointer: the state has no member nte at /first; did you mean note? there are id, note")
    #expect(
      try mistake(at: "/rows/0/nte", in: feature)
        == "pointer: the state has no member nte at /rows/0; did you mean note? there are id, note")
    #expect(
      try mistake(at: "/sheet/ad", in: feature)
        == "pointer: the state has no case ad at /sheet; did you mean add? there are add, ask")
    #expect(
      try mistake(at: "/first/id/x", in: feature)
        == "pointer: the state has nothing inside at /first/id")
  }

  @Test func `S173: an absent value, or an additional written one, is not reported`()
    throws
  {
    let feature = Feature()
    for place in ["/first/note", "/rows/7/nte", "/sheet/add/nte", "/settings/any", "/rows"] {
      #expect(try mistake(at: place, in: feature) == nil)
    }
    #expect(try mistake(at: "/total", in: Written()) == nil)
    #expect(try mistake(at: "/totl", in: Written()) == nil)
  }
}
