import Foundation
import KumikiTesting
import Testing

/// The work of a feature while its test waits for something other than a call of the test store. The tests wait
/// for the effects themselves, so a test whose effects do not continue never ends.
@MainActor @Suite struct TestStoreRealTimeTests {
  struct Metronome: Reducer {
    struct State: Equatable { var beats = 0 }

    enum Action: Equatable {
      case start
      case rest
      case thread
      case fail
      case race
      case beat(Int)
    }

    let clock: any Clock<Duration>
    let rests: any Clock<Duration>
    let told: AsyncStream<Int>.Continuation

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { send in
          for number in 1...5 {
            try await clock.sleep(for: .milliseconds(2))
            await send(.beat(number))
            told.yield(number)
          }
        }
      case .rest:
        return .run { send in
          try await rests.sleep(for: .seconds(1))
          await send(.beat(100))
        }
      case .thread:
        return .run { send in
          for number in 1...5 {
            await withCheckedContinuation { done in
              Thread.detachNewThread { done.resume() }
            }
            await send(.beat(number))
            told.yield(number)
          }
        }
      case .fail:
        return .run { _ in
          defer { told.yield(5) }
          try await clock.sleep(for: .milliseconds(2))
          throw CocoaError(.fileNoSuchFile)
        }
      case .race:
        return .run { send in
          let start = ContinuousClock.now
          let end = start + .milliseconds(5) + .microseconds(1)
          async let last: Void = {
            try? await Task.sleep(until: end, clock: .continuous)
            await send(.beat(6))
          }()
          for number in 1...5 {
            try await ContinuousClock().sleep(until: start + .milliseconds(number))
            await send(.beat(number))
          }
          await last
          told.yield(5)
        }
      case .beat(let number):
        state.beats = number
        return .none
      }
    }
  }

  private let beats: AsyncStream<Int>
  private let rests = TestClock()
  private let told: AsyncStream<Int>.Continuation

  init() { (beats, told) = AsyncStream.makeStream() }

  private func metronome(
    _ clock: any Clock<Duration> = ContinuousClock()
  ) -> TestStoreOf<Metronome> {
    TestStore(initialState: Metronome.State()) {
      Metronome(clock: clock, rests: rests, told: told)
    } withDependencies: {
      $0.continuousClock = rests
    }
  }

  /// Waits for the last beat, without the store.
  private func last() async { for await beat in beats where beat == 5 { return } }

  @Test(
    "X72: effects on a real clock, and those that other threads go on with, go on while the test waits",
    arguments: [Metronome.Action.start, .thread])
  func goesOn(by action: Metronome.Action) async {
    let store = metronome()
    await store.send(action)
    await last()
    #expect(store.state.beats == 0)
    for number in 1...5 { await store.receive(.beat(number)) { $0.beats = number } }
  }

  @Test("V14: the last sleep of a row ends before one that was begun first and is due later")
  func order() async {
    let store = metronome()
    await store.send(.race)
    await last()
    for number in 1...6 { await store.receive(.beat(number)) { $0.beats = number } }
  }

  @Test func `X72: and so does what sleeps by the task`() async {
    struct Napping: Clock {
      var now: ContinuousClock.Instant { .now }
      var minimumResolution: Duration { .nanoseconds(1) }
      func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await Task.sleep(nanoseconds: 2_000_000)
      }
    }
    let store = metronome(Napping())
    await store.send(.start)
    await last()
    for number in 1...5 { await store.receive(.beat(number)) { $0.beats = number } }
  }

  @Test func `X72: meanwhile a clock that the test moves stands still`() async {
    let store = metronome()
    await store.send(.rest)
    await store.send(.start)
    await last()
    for number in 1...5 { await store.receive(.beat(number)) { $0.beats = number } }
    await rests.advance(by: .seconds(1))
    await store.receive(.beat(100)) { $0.beats = 100 }
  }

  @Test func `X72: a mistake that an effect makes meanwhile fails the test`() async {
    let messages = await messages {
      let store = metronome()
      await store.send(.fail)
      await last()
      await store.finish()
    }
    #expect(messages.count == 1 && messages[0].hasPrefix("effect-threw: "))
  }
}
