import KumikiLegacy
import Testing

/// Cases with payloads of one type.
@Suite struct SamePayloadTests {
  private enum Side: Equatable {
    case left(Int)
    case other(String)
    indirect case right(Int)
    case third(at: Int)
  }

  @Test func `Y2: each path finds its own case, whichever value comes first`() {
    let sides: [Side] = [.left(1), .other("a"), .right(2), .third(at: 3)]
    for first in sides.indices {
      let (left, right, third) = (/Side.left, /Side.right, /Side.third(at:))
      for side in sides[first...] + sides[..<first] {
        #expect(left.extract(from: side) == (side == .left(1) ? 1 : nil))
        #expect(right.extract(from: side) == (side == .right(2) ? 2 : nil))
        #expect(third.extract(from: side) == (side == .third(at: 3) ? 3 : nil))
      }
      #expect(right.embed(5) == .right(5))
    }
  }

  @Test func `Y2: also where several threads ask one path`() async {
    for _ in 0..<20 {
      let path = /Side.right
      let found = await withTaskGroup(of: Int.self) { group in
        for number in 0..<8 {
          group.addTask {
            let side = number.isMultiple(of: 2) ? Side.right(number) : .left(number)
            return path.extract(from: side) == nil ? 0 : 1
          }
        }
        return await group.reduce(0, +)
      }
      #expect(found == 4)
    }
  }

  /// One of two counters at a time, in cases with the same payload type.
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

  @MainActor
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
