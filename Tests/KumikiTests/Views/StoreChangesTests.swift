import Kumiki
import Testing

/// The notifications of views, as sequences.
@MainActor @Suite struct StoreChangesTests {
  /// Collects a sequence on the loop of a fixture.
  private func collect<Element, State, Action>(
    _ changes: StoreChanges<Element>, _ fixture: StoreFixture<State, Action>
  ) throws -> (Record<Element>, Task<Void, Never>) {
    let record = Record<Element>()
    nonisolated(unsafe) let changes = changes
    let task = Task(executorPreference: fixture.loop) {
      for await change in changes { record(change) }
    }
    try fixture.settle()
    return (record, task)
  }

  @Test func `J12: the ids of rows are a sequence on the loop, which ends with its task`() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    let (told, task) = try collect(fixture.views.ids(of: { $0.rows }), fixture)
    #expect(told.entries == [[1, 2]])
    fixture.send(.row(1, .inc))
    fixture.send(.append(Rows.Row(3)))
    fixture.send(.reverse)
    #expect(told.entries == [[1, 2]])
    try fixture.settle()
    #expect(told.entries == [[1, 2], [1, 2, 3], [3, 2, 1]])
    task.cancel()
    try fixture.settle()
    fixture.send(.remove(1))
    try fixture.settle()
    #expect(told.entries.count == 3)
  }

  @Test func `J6: presentations are a sequence of their life`() throws {
    let sheet = try SheetFixture(.modern, .counter(count: 0))
    let first = try #require(sheet.id)
    let (told, task) = try collect(sheet.views.presentations(of: { $0.$destination }), sheet)
    sheet.counter(.inc)
    sheet.send(.swap)
    let second = try #require(sheet.id)
    sheet.send(.clear)
    try sheet.settle()
    #expect(
      told.entries == [
        .present(id: first, state: .counter(count: 0)), .dismiss(id: first),
        .present(id: second, state: .animations("white")), .dismiss(id: second),
      ])
    task.cancel()
    try sheet.settle()
  }

  @Test func `J10: presence is reported once per change; J1: values once per change`() throws {
    let sheet = try SheetFixture(.modern)
    let (told, task) = try collect(sheet.views.presences(of: { $0.destination }), sheet)
    let (logs, other) = try collect(sheet.views.values(of: { $0.log.count / 2 }), sheet)
    sheet.send(.assign(.counter(count: 1)))
    sheet.counter(.inc)
    sheet.send(.clear)
    try sheet.settle()
    #expect(told.entries == [false, true, false])
    #expect(logs.entries == [0, 1])
    for task in [task, other] { task.cancel() }
    try sheet.settle()
  }

  @Test func `J11: the cases of a switch are a sequence`() throws {
    let fixture = try StoreFixture(Session.State.loggedOut(.init())) {
      Reduce<Session.State, Session.State> { state, action in
        state = action
        return .none
      }
    }
    let (told, task) = try collect(fixture.views.cases(of: { $0 }), fixture)
    fixture.send(.loggedOut(.init(count: 1)))
    fixture.send(.loggedIn(.init(count: 2)))
    fixture.send(.loggedIn(.init(count: 3)))
    try fixture.settle()
    #expect(told.entries == [.loggedOut(.init()), .loggedIn(.init(count: 2))])
    task.cancel()
    try fixture.settle()
  }

  @Test func `J13: the ids of a path are a sequence`() throws {
    let hike = try HikeFixture(.modern, path: 1)
    let (told, task) = try collect(hike.views.ids(of: { $0.path }), hike)
    hike.send(.path(.element(id: 0, action: .inc)))
    hike.send(.add)
    try hike.settle()
    #expect(told.entries == [[0], [0, 1]])
    task.cancel()
    try hike.settle()
  }

  @Test func `J1: leaving an iteration ends its observation`() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    var looks = 0
    let counts = fixture.views.values { state in
      looks += 1
      return state.count
    }
    let task = Task(executorPreference: fixture.loop) {
      for await count in counts where count == 1 { break }
    }
    try fixture.settle()
    fixture.send(.inc)
    try fixture.settle()
    #expect(task.isCancelled == false)
    looks = 0
    fixture.send(.inc)
    #expect(looks == 0)
  }

  @Test("C11: a task that is cancelled on another thread ends its observation on the loop's")
  func cancelElsewhere() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    var looks = 0
    let counts = fixture.views.values { state in
      looks += 1
      return state.count
    }
    let (told, task) = try collect(counts, fixture)
    OtherThread.run { task.cancel() }
    try fixture.settle()
    looks = 0
    fixture.send(.inc)
    try fixture.settle()
    #expect(looks == 0)
    #expect(told.entries == [0])
    #expect(fixture.codes == [])
  }

  @Test func `C11: a sequence that is iterated on another thread is empty, and an issue`() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    let elsewhere = Record<[Int]>()
    let counts = fixture.views.values { $0.count }
    OtherThread.run {
      guard let loop = try? Loop(.virtual) else { return }
      Task(executorPreference: loop) {
        var seen: [Int] = []
        for await count in counts { seen.append(count) }
        elsewhere(seen)
      }
      try? loop.runUntilIdle(timeoutMilliseconds: 0)
      loop.close()
    }
    try fixture.settle()
    #expect(elsewhere.entries == [[]])
    #expect(fixture.codes == [.offThread])
  }
}
