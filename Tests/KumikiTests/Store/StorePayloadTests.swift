import Kumiki
import Testing

/// Payloads whose release sends.
@Suite struct StorePayloadTests {
  private final class Payload {
    private let onRelease: () -> Void
    init(_ onRelease: @escaping () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
  }

  private enum Action {
    case start, kickOff, stop
    case carrier(Payload)
    case keep(Payload)
    case letGo
  }

  private final class Holder { var store: LoopStore<State, Action>? }
  private struct State {
    var log: [String] = []
    var kept: Payload?
  }

  private func makeStore(_ holder: Holder) throws -> LoopStore<State, Action> {
    let store = LoopStore<State, Action>(initialState: State(), loop: try Loop(.virtual)) {
      Reduce { state, action in
        switch action {
        case .start:
          state.log.append("start")
          return .send(.kickOff)
        case .kickOff:
          state.log.append("kickOff")
          return .send(.carrier(Payload { holder.store?.send(.stop) }))
        case .carrier:
          state.log.append("carrier")
        case .keep(let payload):
          state.log.append("keep")
          state.kept = payload
        case .letGo:
          state.kept = nil
          state.log.append("letGo")
        case .stop:
          state.log.append("stop")
        }
        return .none
      }
    }
    holder.store = store
    return store
  }

  @Test("C30: an action sent while a buffered payload is released comes after that action")
  func buffered() throws {
    let holder = Holder()
    let store = try makeStore(holder)
    store.send(.start)
    #expect(store.state.log == ["start", "kickOff", "carrier", "stop"])
    holder.store = nil
  }

  @Test func `C30: so is an action sent during a release inside a step`() throws {
    let holder = Holder()
    let store = try makeStore(holder)
    store.send(.keep(Payload { holder.store?.send(.stop) }))
    #expect(store.state.log == ["keep"])
    store.send(.letGo)
    #expect(store.state.log == ["keep", "letGo", "stop"])
    holder.store = nil
  }
}
