import Kumiki

/// The feature of a random program's stores. Its effects stay on the loop, leave it, wait, fail and
/// pass on their `send`.
struct Work: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var text = ""
    var rows: IdentifiedArray<Int, Row> = []
  }

  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var amount = 0
  }

  enum Action: Sendable {
    case add(Int)
    case begin(Kind, id: Int)
    case stop(id: Int)
    case sent(Int)
  }

  /// The kinds of effects.
  enum Kind: CaseIterable, Sendable {
    case yields, hops, waits, handsOn, nests, groups, debounces, lasts, fails, sends
  }

  /// Where other threads find the objects that an effect passes on.
  let board: Board

  var body: some Reducer<State, Action> {
    Reduce { [board] state, action in
      switch action {
      case .add(let number):
        state.count += number
        state.text = "\(state.count)"
        if number % 3 == 0 { state.rows.append(Row(id: state.rows.count)) }
        if number % 5 == 0, !state.rows.isEmpty { state.rows[0].amount += number }
        return .none
      case .begin(let kind, let id):
        return effect(kind, id).cancellable(id: id, cancelInFlight: id == 0)
      case .stop(let id):
        return .cancel(id: id)
      case .sent(let number):
        state.count &+= number
        board.noteSent()
        return .none
      }
    }
  }

  private func effect(_ kind: Kind, _ id: Int) -> Effect<Action> {
    switch kind {
    case .yields:
      .run { send in
        for number in 0..<3 {
          await Task.yield()
          await send(.sent(number))
        }
      }
    case .hops:
      .run { [board] send in
        await board.counter.count()
        await send(.sent(1))
        await MainActor.run { board.noteSent() }
        await send(.sent(2))
      }
    case .waits:
      .run { _ in try await Task.never() }
    case .handsOn:
      .run { [board] send in
        board.keep(send)
        await Task.yield()
        try await Task.never()
      }
    case .nests:
      .run { send in
        await withTaskCancellation(id: id, cancelInFlight: true) {
          await Task.yield()
          await send(.begin(.yields, id: id + 1))
        }
      }
    case .groups:
      .run { send in
        await withTaskGroup { group in
          for number in 0..<3 { group.addTask { await send(.sent(number)) } }
        }
        await Task.detached { await send(.sent(9)) }.value
      }
    case .debounces:
      .send(.sent(1)).debounce(id: "later", for: .nanoseconds(1000))
    case .lasts:
      .merge(.run { _ in try await Task.never() }, .send(.add(1)))
    case .fails:
      .run { _ in
        throw Failed()
      } catch: { _, send in
        await send(.sent(0))
      }
    case .sends:
      .concatenate(.send(.add(3)), .send(.begin(.yields, id: id)))
    }
  }

  struct Failed: Error {}
}

/// An actor that effects visit.
actor Counter {
  private var number = 0

  func count() { number += 1 }
}
