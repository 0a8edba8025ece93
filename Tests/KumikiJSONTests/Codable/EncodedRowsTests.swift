import Kumiki
import KumikiJSON
import Testing

/// Rows of a typed state that are written as JSON repeatedly.
@Suite struct EncodedRowsTests {
  struct Row: Codable, Identifiable {
    var id: Int
    var text = ""
    var inner: IdentifiedArrayOf<Plain> = []
  }

  struct Plain: Codable, Identifiable { var id: Int }

  struct State: Codable {
    var title = ""
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    var others: IdentifiedArrayOf<Plain>? = [Plain(id: 1)]
  }

  /// Changes a state at random, and compares each time with a writer that has no memory.
  @Test(arguments: 0..<20)
  func `F21, M112: the result equals a new writer's`(seed: Int) throws {
    var dice = SystemDice(seed: UInt64(seed) &* 2_654_435_761 &+ 1)
    var state = State()
    let writer = EncodedRows()
    var last: JSON?
    for step in 0..<200 {
      for _ in 0..<dice.roll(4) { change(&state, step, &dice) }
      let written = try writer.json(of: state, after: last?.node)
      #expect(written == (try JSONBridge.encode(state)))
      last = written
    }
  }

  private func change(_ state: inout State, _ step: Int, _ dice: inout SystemDice) {
    let id = dice.roll(8)
    switch dice.roll(14) {
    case 0: state.title = "\(step)"
    case 1, 2: state.rows[id: id]?.text = "\(step)"
    case 3: state.rows.remove(id: id)
    case 4: state.rows.updateOrAppend(Row(id: id, text: "new"))
    case 5: if state.rows[id: id] == nil { state.rows.insert(Row(id: id), at: 0) }
    case 6: state.rows.reverse()
    case 7: state.rows.sort { $0.id < $1.id }
    case 8: state.others = state.others == nil ? [Plain(id: id)] : nil
    case 9: state.others?.updateOrAppend(Plain(id: id))
    case 10: state.rows[id: id]?.inner.updateOrAppend(Plain(id: step))
    case 11, 12:
      let place = state.rows.count > 0 ? dice.roll(UInt64(state.rows.count)) : 0
      if !state.rows.isEmpty { state.rows[place] = Row(id: id, text: "\(step)") }
    default: if dice.roll(4) == 0 { state.rows = [Row(id: id)] }
    }
  }

  private struct SystemDice {
    var seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    /// A number below `sides`.
    mutating func roll(_ sides: UInt64) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % sides)
    }
  }

  struct Sharing: Codable, Identifiable {
    var id: Int
    @Shared var count: Int
  }

  struct SharingState: Codable {
    var rows: IdentifiedArrayOf<Sharing>
  }

  @Test func `M112: shared parts of rows are written each time`() throws {
    let count = Shared(value: 1)
    let state = SharingState(rows: [Sharing(id: 1, count: count), Sharing(id: 2, count: count)])
    let writer = EncodedRows()
    let first = try writer.json(of: state, after: nil)
    count.withLock { $0 = 2 }
    let second = try writer.json(of: state, after: first.node)
    #expect(second == ["rows": [["id": 1, "count": 2], ["id": 2, "count": 2]]])
  }
}
