import Kumiki
import Testing

/// The collection that holds rows.
@Suite struct IdentifiedArrayTests {
  typealias Row = Rows.Row

  @Test func `F: rows are read in order, by index and by id`() {
    let rows: IdentifiedArrayOf<Row> = [Row(3, count: 30), Row(1, count: 10), Row(2, count: 20)]
    #expect(Array(rows.ids) == [3, 1, 2])
    #expect(rows.map(\.counter.count) == [30, 10, 20])
    #expect(rows[1] == Row(1, count: 10))
    #expect(rows[id: 2] == Row(2, count: 20))
    #expect(rows[id: 4] == nil)
    #expect(rows.contains(id: 3))
    #expect(!rows.contains(id: 4))
  }

  @Test func `F: a row is changed in place, and not in a copy`() {
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

  @Test func `F: inserting, removing and moving keep the order of the others`() {
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

  @Test func `F: an element is written by its position, in place or whole, and not in a copy`() {
    var rows: IdentifiedArrayOf<Row> = [Row(3), Row(1), Row(2)]
    let copy = rows
    rows[1].counter.count = 7
    rows[2] = Row(2, count: 8)
    #expect(rows.elements == [Row(3), Row(1, count: 7), Row(2, count: 8)])
    #expect(copy.elements == [Row(3), Row(1), Row(2)])
    #expect(rows[id: 1]?.counter.count == 7)
    rows.swapAt(0, 1)
    rows[0].counter.count += 1
    #expect(rows[id: 1]?.counter.count == 8)
  }

  @Test("F21: a row with another id that is written by position takes the place of the row there")
  func positionReplaced() throws {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2), Row(3)]
    let copy = rows
    let structure = rows.structure
    let codes = try issueCodes { rows[1] = Row(9, count: 9) }
    #expect(codes.isEmpty)
    #expect(rows.elements == [Row(1), Row(9, count: 9), Row(3)])
    #expect(Array(rows.ids) == [1, 9, 3] && rows.structure != structure)
    #expect(rows[id: 9]?.counter.count == 9 && rows[id: 2] == nil && rows.index(id: 9) == 1)
    #expect(copy.elements == [Row(1), Row(2), Row(3)])
  }

  @Test("F21: a row whose id is at another position changes places with the row there")
  func positionExchanged() throws {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2), Row(3)]
    let codes = try issueCodes { rows[2] = Row(1, count: 5) }
    #expect(codes.isEmpty)
    #expect(rows.elements == [Row(3), Row(2), Row(1, count: 5)])
    #expect([1, 2, 3].map { rows.index(id: $0) } == [2, 1, 0] && Array(rows.ids) == [3, 2, 1])
  }

  @Test func `F21: a row written by position under its own id keeps the ids unchanged`() {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    let structure = rows.structure
    rows[0] = Row(1, count: 3)
    #expect(rows.structure == structure && rows.map(\.counter.count) == [3, 0])
  }

  @Test func `F10: a row that is changed in place keeps its id`() throws {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    let codes = try issueCodes {
      rows[1].id = 1
      rows[0].id = 7
    }
    #expect(codes == [.elementIDChanged, .elementIDChanged])
    #expect(rows.elements == [Row(1), Row(2)] && Array(rows.ids) == [1, 2])
  }

  @Test func `F: the position of an id, wherever its element was moved to`() {
    var rows: IdentifiedArrayOf<Row> = [Row(3), Row(1), Row(2)]
    #expect([3, 1, 2, 9].map { rows.index(id: $0) } == [0, 1, 2, nil])
    rows.reverse()
    rows.remove(id: 1)
    #expect([3, 1, 2].map { rows.index(id: $0) } == [1, nil, 0])
  }

  @Test func `F: a filtered collection is the same kind of collection, in its order`() {
    let rows: IdentifiedArrayOf<Row> = [Row(3), Row(1), Row(2)]
    let kept: IdentifiedArrayOf<Row> = rows.filter { $0.id != 1 }
    #expect(kept.elements == [Row(3), Row(2)])
    #expect(kept[id: 2] == Row(2) && kept[id: 1] == nil)
    #expect(rows.count == 3)
  }

  @Test("F20: an id that is present is not added again, and its position is returned")
  func present() throws {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    let before = rows
    let codes = try issueCodes {
      let appended = rows.append(Row(1, count: 5))
      #expect(!appended.inserted && appended.index == 0)
      let inserted = rows.insert(Row(2, count: 5), at: 0)
      #expect(!inserted.inserted && inserted.index == 1)
      rows.append(contentsOf: [Row(2, count: 5)])
      rows += [Row(1, count: 5)]
    }
    #expect(codes.isEmpty)
    #expect(rows == before && rows.structure == before.structure)
    let added = rows.append(Row(3))
    #expect(added.inserted && added.index == 2)
    let first = rows.insert(Row(0), at: 0)
    #expect(first.inserted && first.index == 0 && Array(rows.ids) == [0, 1, 2, 3])
  }

  @Test func `F9: an initializer keeps the first element of an id`() throws {
    var made: [IdentifiedArrayOf<Row>] = []
    let codes = try issueCodes {
      let twice = [Row(1), Row(1, count: 5)]
      made = [
        [Row(1), Row(1, count: 5)], IdentifiedArray(twice), IdentifiedArray(uniqueElements: twice),
        IdentifiedArray(uncheckedUniqueElements: twice), IdentifiedArray(twice, id: \.id),
        IdentifiedArray(uniqueElements: twice, id: \.id),
        IdentifiedArray(uncheckedUniqueElements: twice, id: \.id),
      ]
    }
    #expect(codes == Array(repeating: .duplicateElementID, count: 7))
    #expect(made.allSatisfy { $0.elements == [Row(1)] })
  }

  @Test func `F10: an element that is written under another's id is refused`() throws {
    var rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    let before = rows
    let codes = try issueCodes {
      rows[id: 1] = Row(5)
      rows[id: 1]?.id = 6
      #expect(rows.update(Row(5), at: 0) == Row(1))
    }
    #expect(codes == [.elementIDChanged, .elementIDChanged, .elementIDChanged])
    #expect(rows == before)
  }

  @Test func `F: equality covers ids and elements, in order`() {
    let rows: IdentifiedArrayOf<Row> = [Row(1), Row(2)]
    #expect(rows == [Row(1), Row(2)])
    #expect(rows != [Row(2), Row(1)])
    #expect(rows != [Row(1), Row(2, count: 1)])
    #expect(rows != [Row(1)])
  }

  @Test("F: after any edits, the rows equal those of a plain array", arguments: 0..<8)
  func asArray(seed: Int) {
    var random = UInt64(seed + 1)
    func pick(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    var rows: IdentifiedArrayOf<Row> = []
    var model: [Row] = []
    var kept: [(rows: IdentifiedArrayOf<Row>, model: [Row])] = []
    var idsByStructure: [UInt64: [Int]] = [:]
    for step in 0..<600 {
      let row = Row(step, count: step)
      let place = pick(model.count + 1)
      let some = model.isEmpty ? nil : pick(model.count)
      switch (pick(14), some) {
      case (0...2, _):
        rows.append(row)
        model.append(row)
      case (3...4, _):
        rows.insert(row, at: place)
        model.insert(row, at: place)
      case (5, let index?):
        #expect(rows.remove(at: index) == model.remove(at: index))
      case (6, let index?):
        #expect(rows.remove(id: model[index].id) == model.remove(at: index))
      case (7, let index?):
        rows[id: model[index].id]?.counter.count += 1
        model[index].counter.count += 1
      case (8, let index?):
        let other = pick(model.count)
        rows.swapAt(index, other)
        model.swapAt(index, other)
      case (9, let index?):
        let target = pick(model.count)
        rows.move(from: index, to: target)
        model.insert(model.remove(at: index), at: target)
      case (11, let index?):
        rows[index] = row
        model[index] = row
      case (12, let index?):
        let known = pick(model.count)
        let written = Row(model[known].id, count: step)
        rows[index] = written
        model.swapAt(known, index)
        model[index] = written
      case (13, let index?):
        let end = index + pick(model.count - index)
        rows.replaceSubrange(index..<end, with: [row, Row(-2 - step)])
        model.replaceSubrange(index..<end, with: [row, Row(-2 - step)])
      case (10, _) where step % 5 == 0:
        rows.removeAll { $0.id % 7 == 0 }
        model.removeAll { $0.id % 7 == 0 }
      case (10, _) where step % 5 == 1:
        rows.reverse()
        model.reverse()
      case (10, _) where step % 5 == 2:
        rows.sort { $0.counter.count % 13 < $1.counter.count % 13 }
        model.sort { $0.counter.count % 13 < $1.counter.count % 13 }
      default: kept.append((rows, model))
      }
      #expect(rows.elements == model)
      #expect(Array(rows.ids) == model.map(\.id))
      #expect(model.allSatisfy { rows[id: $0.id] == $0 && rows.contains(id: $0.id) })
      #expect(rows[id: -1] == nil)
      let known = idsByStructure.updateValue(model.map(\.id), forKey: rows.structure)
      #expect(known == nil || known == model.map(\.id))
    }
    // A copy made on the way is unchanged.
    #expect(
      kept.allSatisfy { $0.rows.elements == $0.model && Array($0.rows.ids) == $0.model.map(\.id) })
  }

  @Test func `F: rows are found by an id that is not a stored property, or is computed`() {
    struct Named: Identifiable, Equatable {
      var name: String
      var age = 0
      var id: String { name.lowercased() }
    }
    var rows: IdentifiedArrayOf<Named> = [Named(name: "Ada"), Named(name: "Beate")]
    rows[id: "ada"]?.age = 36
    #expect(rows[id: "ada"] == Named(name: "Ada", age: 36))
    var byName = IdentifiedArray(rows, id: \.name.count)
    #expect(Array(byName.ids) == [3, 5])
    byName.remove(id: 3)
    #expect(byName.elements == [Named(name: "Beate")])
  }
}
