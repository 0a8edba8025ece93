import Kumiki

/// An effect that runs until it is cancelled.
enum Held {
  static func forever() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }
}

/// A parent with effects of its own, a sheet, and rows.
struct Busy: Reducer {
  struct State {
    var ticks = 0
    @PresentationState var sheet: Row.State?
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action: CasePathable {
    case tick
    case work
    case workSameID
    case hold(Int)
    case cancel(Int)
    case sleep(Duration)
    case open
    case append
    case remove
    case sheet(PresentationAction<Row.Action>)
    case rows(IdentifiedActionOf<Row>)

    struct AllCasePaths {
      let sheet = CasePath(embed: Action.sheet) {
        if case .sheet(let action) = $0 { action } else { nil }
      }
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// The shared id, if all effects are under one id.
  static let sameID = -1

  @Dependency(\.continuousClock) var clock
  let size: Int

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .tick: state.ticks += 1
      case .work: return .run { send in await send(.tick) }
      case .workSameID: return .run { send in await send(.tick) }.cancellable(id: Self.sameID)
      case .hold(let id): return .run { _ in await Held.forever() }.cancellable(id: id)
      case .cancel(let id): return .cancel(id: id)
      case .sleep(let duration):
        return .run { [clock] send in
          try await clock.sleep(for: duration)
          await send(.tick)
        }
      case .open: state.sheet = Row.State(id: 0)
      case .append: state.rows.append(Row.State(id: size))
      case .remove: state.rows.remove(id: size)
      case .sheet, .rows: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
    .ifLet(\.$sheet, action: \.sheet) { Row() }
  }
}

/// The feature on its own virtual loop.
private struct BusyStore {
  let loop: Loop
  let store: LoopStore<Busy.State, Busy.Action>

  init(size: Int, rows: Int = 1) {
    let loop = try! Loop(.virtual)
    self.loop = loop
    var state = Busy.State()
    for id in 0..<rows { state.rows.append(Row.State(id: id)) }
    let first = state
    store = opaque(LoopStore(initialState: first, loop: loop) { Busy(size: size) })
  }

  func dispatch() { try! loop.runUntilIdle(timeoutMilliseconds: 0) }

  func sendAndDispatch(_ action: Busy.Action) {
    store.send(action)
    dispatch()
  }

  /// The operations that are measured beside any running effects.
  func operations(_ prefix: String) -> [Growth.Operation] {
    [
      Growth.Operation("\(prefix).start") { for _ in 0..<$0 { sendAndDispatch(.work) } },
      Growth.Operation("\(prefix).cancel") {
        for _ in 0..<$0 {
          sendAndDispatch(.hold(-2))
          sendAndDispatch(.cancel(-2))
        }
      },
      // A child is presented, starts an effect, and is dismissed.
      Growth.Operation("\(prefix).dismiss") {
        for _ in 0..<$0 {
          store.send(.open)
          sendAndDispatch(.sheet(.presented(.hold)))
          sendAndDispatch(.sheet(.dismiss))
        }
      },
      Growth.Operation("\(prefix).send") { for _ in 0..<$0 { store.send(.tick) } },
    ]
  }
}

private func names(_ prefix: String) -> [String] {
  ["start", "cancel", "dismiss", "send"].map { "\(prefix).\($0)" }
}

func measureEffects(_ growth: Growth) {
  // Effects of the root, each under its own id.
  growth.worlds(1...100_000, names("effects")) { size in
    let busy = BusyStore(size: size)
    for id in 0..<size { busy.store.send(.hold(id)) }
    busy.dispatch()
    return Growth.World(busy.operations("effects"))
  }

  // One effect for each row.
  let rowNames = names("row-effects") + ["row-effects.row", "row-effects.append"]
  growth.worlds(1...100_000, rowNames) { size in
    let busy = BusyStore(size: size, rows: size)
    for id in 0..<size { busy.store.send(.rows(.element(id: id, action: .hold))) }
    busy.dispatch()
    let increment = opaque(Busy.Action.rows(.element(id: size / 2, action: .increment)))
    let ofRows = [
      Growth.Operation("row-effects.row") { for _ in 0..<$0 { busy.store.send(increment) } },
      Growth.Operation("row-effects.append") {
        for _ in 0..<$0 {
          busy.store.send(.append)
          busy.store.send(.remove)
        }
      },
    ]
    return Growth.World(busy.operations("row-effects") + ofRows)
  }

  growth.worlds(1...100_000, ["same-id.start"]) { size in
    let busy = BusyStore(size: size)
    for _ in 0..<size { busy.store.send(.hold(Busy.sameID)) }
    busy.dispatch()
    return Growth.World([
      Growth.Operation("same-id.start") { for _ in 0..<$0 { busy.sendAndDispatch(.workSameID) } }
    ])
  }

  // A timer that is due before all the others.
  growth.worlds(1...100_000, ["timers.one"]) { size in
    let busy = BusyStore(size: size)
    for index in 0..<size { busy.store.send(.sleep(.seconds(1_000_000_000 - index))) }
    busy.dispatch()
    return Growth.World([
      Growth.Operation("timers.one") {
        for _ in 0..<$0 {
          busy.sendAndDispatch(.sleep(.seconds(1)))
          try! busy.loop.advance(by: 1_000_000_000)
        }
      }
    ])
  }

  // `size` sleeps. The last one ends first. The clock moves past all of them.
  growth.batches(1...100_000, ["timers.set", "timers.fire"]) { size in
    let busy = BusyStore(size: size)
    let start = now()
    for index in 0..<size { busy.store.send(.sleep(.seconds(size - index))) }
    busy.dispatch()
    let set = now()
    try! busy.loop.advance(by: UInt64(size) * 1_000_000_000)
    let end = now()
    return [set - start, end - set].map { $0 / Double(size) }
  }

  growth.batches(1...100_000, ["effects.cancel-all"]) { size in
    let busy = BusyStore(size: size)
    for _ in 0..<size { busy.store.send(.hold(Busy.sameID)) }
    busy.dispatch()
    let start = now()
    busy.sendAndDispatch(.cancel(Busy.sameID))
    return [(now() - start) / Double(size)]
  }

  growth.batches(1...100_000, ["effects.end"]) { size in
    let busy = BusyStore(size: size)
    for id in 0..<size { busy.store.send(.hold(id)) }
    busy.dispatch()
    let start = now()
    busy.store.end()
    busy.dispatch()
    return [(now() - start) / Double(size)]
  }
}
