import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Observers of rows of a typed state")
struct ObservedRowsTests {
  private struct Row: Identifiable, Codable {
    let id: Int
    var count = 0
  }

  private struct Screen: Codable {
    var rows: IdentifiedArray<Int, Row>? = [Row(id: 1), Row(id: 2), Row(id: 3)]
    var path = StackState<Row>([Row(id: 1)])
  }

  /// The rows whose observers a burst finds, in no order.
  private final class Probe {
    var state = Screen()
    private let places = JSONRowsPlaces()
    private let observed: ObservedRows
    private let list = ObserverList()
    private var groups: [ObjectIdentifier: JSON] = [:]

    init(_ array: String, _ ids: [JSON]) throws {
      observed = ObservedRows(try JSONPointer(array), in: places)
      for id in ids {
        let group = observed.group(id)
        groups[ObjectIdentifier(group)] = id
        _ = list.add(in: group) { _ in }
      }
      _ = find { _ in }
    }

    func find(_ step: (inout Screen) -> Void) -> Set<JSON> {
      places.forget()
      step(&state)
      var found: Set<JSON> = []
      observed.find(in: state) { found.insert(groups[ObjectIdentifier($0)]!) }
      return found
    }
  }

  @Test func `They are evaluated only if their row was changed`() throws {
    let probe = try Probe("/rows", [1, 2, 9, 20, 21])
    #expect(probe.find { _ in } == [])
    #expect(probe.find { $0.rows?[id: 2]?.count += 1 } == [2])
    #expect(probe.find { $0.rows?[id: 3]?.count += 1 } == [])
    #expect(probe.find { $0.rows?.append(Row(id: 9)) } == [9])
    #expect(probe.find { $0.rows?.remove(id: 1) } == [1])
  }

  @Test func `If rows were replaced as a whole, or are gone, all are evaluated`() throws {
    let ids: Set<JSON> = [1, 2, 3, 4, 5]
    let probe = try Probe("/rows", Array(ids))
    #expect(probe.find { $0.rows = [Row(id: 1, count: 5)] } == ids)
    #expect(probe.find { $0.rows = nil } == ids)
    #expect(probe.find { $0.rows = [Row(id: 1)] } == ids)
    #expect(probe.find { $0.rows?[id: 1]?.count = 4 } == [1])
  }

  @Test func `A few are all evaluated if a row was changed, and none if no row was`() throws {
    let probe = try Probe("/rows", [1, 2])
    #expect(probe.find { $0.path.append(Row(id: 9)) } == [])
    #expect(probe.find { $0.rows?[id: 3]?.count += 1 } == [1, 2])
    #expect(probe.find { _ in } == [])
  }

  @Test func `For a path, which does not record its changes, all are evaluated`() throws {
    let probe = try Probe("/path", [0, 1])
    #expect(probe.find { _ in } == [0, 1])
  }
}
