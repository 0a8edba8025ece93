import CKumiki
import Kumiki
import KumikiC
import KumikiJSON
import Testing

/// Fires a second after it was set.
private struct Alarm: Reducer {
  struct State: Codable, Equatable, Identifiable {
    var id = 0
    var isSet = false
    var fired = 0
  }

  enum Action: Codable, Equatable { case fire }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.fired += 1
      return .none
    }
    .running(\.isSet, time: .remaining) { .send(.fire).delay(for: .seconds(1)) }
  }
}

/// Alarms in rows and in a sheet, and a date.
private struct Clock: Reducer {
  struct State: Codable, Equatable {
    var rows: IdentifiedArrayOf<Alarm.State> = [Alarm.State(id: 1), Alarm.State(id: 2)]
    @PresentationState var sheet: Alarm.State?
    var isDue = false
    var due = 0
  }

  enum Action: Codable, Equatable {
    case rows(IdentifiedActionOf<Alarm>)
    case sheet(PresentationAction<Alarm.Action>)
    case set(Int), show, begin, due
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let id): state.rows[id: id]?.isSet = true
      case .show: state.sheet = Alarm.State(isSet: true)
      case .begin: state.isDue = true
      case .due: state.due += 1
      case .rows, .sheet: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Alarm() }
    .ifLet(\.$sheet, action: \.sheet) { Alarm() }
    .running(\.isDue, id: "date", time: .deadline) { .send(.due).delay(for: .seconds(3)) }
  }
}

extension Clock.Action: CasePathable {
  struct AllCasePaths {
    fileprivate let rows = CasePath<Clock.Action, IdentifiedActionOf<Alarm>>(
      embed: Clock.Action.rows
    ) {
      if case .rows(let action) = $0 { action } else { nil }
    }
    fileprivate let sheet = CasePath<Clock.Action, PresentationAction<Alarm.Action>>(
      embed: Clock.Action.sheet
    ) {
      if case .sheet(let action) = $0 { action } else { nil }
    }
  }
  fileprivate static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// Snapshots of features in Swift: how much of their time state-driven effects have used.
@MainActor @Suite struct MixedSnapshotTimeTests {
  @Test("R60: the time of effects in a feature in Swift continues in another store")
  func ownStore() async {
    await #expect(processExitsWith: .success) {
      try registerFeature("MixedSnapshotTime", initialState: Clock.State()) { Clock() }
      try MixedSnapshotTimeTests.play(at: "") { loop in
        try #require(kmk_store_open(loop, "MixedSnapshotTime", nil, nil))
      }
    }
  }

  @Test("R60: so does the time of effects of a feature in a tree in C")
  func inATree() async {
    await #expect(processExitsWith: .success) {
      try registerFeature("MixedSnapshotTime", initialState: Clock.State()) { Clock() }
      let first: JSON = ["clock": try JSONBridge.encode(Clock.State())]
      try MixedSnapshotTimeTests.play(at: "clock") { loop in
        let feature = kmk_scope("/clock", "clock", kmk_feature("MixedSnapshotTime"))
        return try #require(first.withNode { kmk_store_new(loop, feature, $0.pointer, nil) })
      }
    }
  }

  private nonisolated static func send(
    _ action: JSON, at name: String, to store: OpaquePointer
  ) {
    let whole: JSON = name.isEmpty ? action : [name: action]
    #expect(whole.withNode { kmk_store_send(store, $0.pointer, nil) } == KMK_OK)
  }

  /// The alarms that have fired: the first row's, the second's, the sheet's, and the date.
  private nonisolated static func fired(in store: OpaquePointer, at name: String) -> [Int64] {
    let place = name.isEmpty ? "" : "/" + name
    return ["/rows/0/fired", "/rows/1/fired", "/sheet/fired", "/due"].map { pointer in
      let value = kmk_store_get(store, place + pointer, nil)
      defer { kmk_json_release(value) }
      return value.map { JSON(borrowing: JSONNode($0)).integer ?? -1 } ?? -1
    }
  }

  private nonisolated static func saved(_ store: OpaquePointer) throws -> JSON {
    let moment = try #require(kmk_store_snapshot(store, nil))
    defer { kmk_snapshot_free(moment) }
    let json = try #require(kmk_snapshot_json(moment, 1, nil))
    defer { kmk_json_release(json) }
    return JSON(borrowing: JSONNode(json))
  }

  private nonisolated static func advance(_ loop: OpaquePointer, by milliseconds: UInt64) {
    #expect(kmk_loop_advance(loop, milliseconds * 1_000_000, nil) == KMK_OK)
  }

  private nonisolated static func play(
    at name: String, _ open: (OpaquePointer) throws -> OpaquePointer
  ) throws {
    let loops = [try #require(kmk_loop_new_virtual(nil)), try #require(kmk_loop_new_virtual(nil))]
    let first = try open(loops[0])
    send("begin", at: name, to: first)
    send(["set": 1], at: name, to: first)
    advance(loops[0], by: 600)
    send(["set": 2], at: name, to: first)
    send("show", at: name, to: first)
    advance(loops[0], by: 300)
    let form = try saved(first)
    kmk_store_free(first)
    // 100 milliseconds remain of the first row's second, 700 of the others'.
    advance(loops[1], by: 900)  // the same date
    let second = try open(loops[1])
    let read = try #require(form.withNode { kmk_snapshot_new($0.pointer, nil, nil) })
    #expect(kmk_store_restore(second, read, nil) == KMK_OK)
    let again = try saved(second)
    #expect(again == form)
    advance(loops[1], by: 99)
    #expect(fired(in: second, at: name) == [0, 0, 0, 0])
    advance(loops[1], by: 1)
    #expect(fired(in: second, at: name) == [1, 0, 0, 0])
    advance(loops[1], by: 600)
    #expect(fired(in: second, at: name) == [1, 1, 1, 0])
    advance(loops[1], by: 2000)
    #expect(fired(in: second, at: name) == [1, 1, 1, 1])
    // A finished effect does not start again.
    let late = try saved(second)
    let done = try #require(late.withNode { kmk_snapshot_new($0.pointer, nil, nil) })
    #expect(kmk_store_restore(second, done, nil) == KMK_OK)
    #expect(kmk_store_effect_count(second) == 0)
    kmk_snapshot_free(read)
    kmk_snapshot_free(done)
    kmk_store_free(second)
    for loop in loops { kmk_loop_free(loop) }
  }
}
