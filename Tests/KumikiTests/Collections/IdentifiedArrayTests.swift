import Kumiki
import Testing

/// The collection that rows live in.
@Suite struct IdentifiedArrayTests {
  typealias Row = Rows.Row

  @Test("F: rows are read in order, by index and by id")
  func reading() {
    let rows: IdentifiedArrayOf<Row> = [Row(3, count: 30), Row(1, count: 10), Row(2, count: 20)]
    #expect(Array(rows.ids) == [3, 1, 2])
    #expect(rows.map(\.counter.count) == [30, 10, 20])
    #expect(rows[1] == Row(1, count: 10))
    #expect(rows[id: 2] == Row(2, count: 20))
    #expect(rows[id: 4] == nil)
    #expect(rows.contains(id: 3))
    #expect(!rows.contains(id: 4))
  }

  @Test("F: a row is changed in place, and in no copy")
  func writing() {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    let copy = rows
    rows[id: 2]?.counter.count = 5
    #expect(rows.map(\.counter.count) == [0, 5])
    #expect(copy.map(\.counter.count) == [0, 0])
    rows[id: 1] = nil
    #expect(Array(rows.ids) == [2])
    rows[id: 7] = Row(7)
    #expect(Array(rows.ids) == [2, 7])
    rows.updateOrAppend(Row(2, count: 8))
    rows.updateOrAppend(Row(9))
    #expect(rows.elements == [Row(2, count: 8), Row(7), Row(9)])
  }

  @Test("F: inserting, removing and moving keep the order of the others")
  func order() {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2), Row(3), Row(4)]
    rows.move(from: 0, to: 2)
    #expect(Array(rows.ids) == [2, 3, 1, 4])
    rows.swapAt(0, 3)
    #expect(Array(rows.ids) == [4, 3, 1, 2])
    rows.sort { $0.id < $1.id }
    #expect(Array(rows.ids) == [1, 2, 3, 4])
    rows.insert(Row(9), at: 1)
    #expect(Array(rows.ids) == [1, 9, 2, 3, 4])
    var removed: [Row?] = [rows.remove(at: 0)]
    removed += [rows.remove(id: 3), rows.remove(id: 3)]
    #expect(removed == [Row(1), Row(3), nil])
    #expect(Array(rows.ids) == [9, 2, 4])
    rows.removeAll { $0.id == 2 }
    #expect(Array(rows.ids) == [9, 4])
    rows.removeAll()
    #expect(rows.isEmpty)
  }

  @Test("F9: an element whose id is there is refused at every way in")
  func duplicates() throws {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    let before = rows
    var accepted: [Bool] = []
    let codes = try issueCodes {
      accepted = [rows.append(Row(1, count: 5)), rows.insert(Row(2, count: 5), at: 0)]
    }
    #expect(codes == [.duplicateElementID, .duplicateElementID])
    #expect(accepted == [false, false])
    #expect(rows == before)
  }

  @Test("F10: an element that is written under another's id is refused")
  func renamed() throws {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    let before = rows
    let codes = try issueCodes {
      rows[id: 1] = Row(5)
      rows[id: 1]?.id = 6
    }
    #expect(codes == [.elementIDChanged, .elementIDChanged])
    #expect(rows == before)
  }

  @Test("F: equality is of ids and elements, in order")
  func equality() {
    let rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    #expect(rows == [Row(1), Row(2)])
    #expect(rows != [Row(2), Row(1)])
    #expect(rows != [Row(1), Row(2, count: 1)])
    #expect(rows != [Row(1)])
  }
}
