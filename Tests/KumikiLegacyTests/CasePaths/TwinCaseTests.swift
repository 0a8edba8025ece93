import KumikiLegacy
import Testing

/// Cases with payloads of one type.
@Suite struct TwinCaseTests {
  private enum Twin: Equatable {
    case left(Int)
    case other(String)
    indirect case right(Int)
    case third(at: Int)
  }

  @Test("Y2: each path finds its own case, whichever value comes first")
  func tellApart() {
    let twins: [Twin] = [.left(1), .other("a"), .right(2), .third(at: 3)]
    for first in twins.indices {
      let (left, right, third) = (/Twin.left, /Twin.right, /Twin.third(at:))
      for twin in twins[first...] + twins[..<first] {
        #expect(left.extract(from: twin) == (twin == .left(1) ? 1 : nil))
        #expect(right.extract(from: twin) == (twin == .right(2) ? 2 : nil))
        #expect(third.extract(from: twin) == (twin == .third(at: 3) ? 3 : nil))
      }
      #expect(right.embed(5) == .right(5))
    }
  }

  @Test("Y2: also where several threads ask one path")
  func threads() async {
    for _ in 0..<20 {
      let path = /Twin.right
      let found = await withTaskGroup(of: Int.self) { group in
        for number in 0..<8 {
          group.addTask {
            let twin = number.isMultiple(of: 2) ? Twin.right(number) : .left(number)
            return path.extract(from: twin) == nil ? 0 : 1
          }
        }
        return await group.reduce(0, +)
      }
      #expect(found == 4)
    }
  }

  /// Two counters, one of which is there at a time, by cases with the same payloads.
  private struct Either: ReducerProtocol {
    enum State: Equatable {
      case first(Tally.State)
      case second(Tally.State)
    }

    enum Action: Equatable {
      case first(Tally.Action)
      case second(Tally.Action)
      case swap
    }

    var body: some ReducerProtocol<State, Action> {
      ReducerReader { _, _ in
        Reduce { state, action in
          guard action == .swap else { return .none }
          switch state {
          case .first(let tally): state = .second(tally)
          case .second(let tally): state = .first(tally)
          }
          return .none
        }
        .ifCaseLet(/State.first, action: /Action.first) { Tally() }
        .ifCaseLet(/State.second, action: /Action.second) { Tally() }
      }
    }
  }

  @Test("Y2: their effects are told apart, also of operators that are made anew for each action")
  func effects() throws {
    let fixture = try LegacyFixture { loop in
      Store(initialState: .second(Tally.State()), reducer: Either(), loop: loop)
    }
    fixture.send(.second(.later))
    fixture.send(.second(.up))
    try fixture.advance(seconds: 1)
    #expect(fixture.state == .second(Tally.State(number: 2)))
    fixture.send(.second(.later))
    fixture.send(.swap)
    try fixture.advance(seconds: 1)
    #expect(fixture.state == .first(Tally.State(number: 2)))
    fixture.send(.first(.later))
    try fixture.advance(seconds: 1)
    #expect(fixture.state == .first(Tally.State(number: 3)))
    #expect(fixture.codes == [])
    fixture.send(.second(.up))
    #expect(fixture.codes == [.wrongCase])
  }
}
