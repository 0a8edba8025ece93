import KumikiArchitecture
import KumikiTesting
import Testing

@testable import SyncUps

@MainActor
@Suite("a meeting that is recorded")
struct RecordMeetingTests {
  let clock = TestClock()
  let dismissed = LockIsolated(0)
  static let date = Date(timeIntervalSince1970: 1_234_567_890)

  func store(_ speech: SpeechClient) -> TestStoreOf<RecordMeeting> {
    TestStore(initialState: RecordMeeting.State(syncUp: Shared(value: .mock))) {
      RecordMeeting()
    } withDependencies: { [dismissed, clock] in
      $0.continuousClock = clock
      $0.date.now = Self.date
      $0.dismiss = DismissEffect { dismissed.withValue { $0 += 1 } }
      $0.speechClient = speech
      $0.uuid = .incrementing
    }
  }

  @Test("each speaks for a time, and the meeting is kept at its end")
  func time() async {
    var speech = SpeechClient.testValue
    speech.authorizationStatus = { .denied }
    let store = store(speech)
    let task = await store.send(.onTask)
    for second in 1...6 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.timerTick) {
        $0.secondsElapsed = second
        $0.speakerIndex = second < 3 ? 0 : 1
        guard second == 6 else { return }
        $0.$syncUp.withLock {
          $0.meetings = [Meeting(id: UUID(0), date: Self.date, transcript: "")]
        }
      }
    }
    #expect(store.state.durationRemaining == .zero)
    await task.cancel()
    #expect(dismissed.value == 1)
  }

  @Test("what is said is written down")
  func transcript() async {
    var speech = SpeechClient.testValue
    speech.authorizationStatus = { .authorized }
    speech.startTask = {
      AsyncThrowingStream { continuation in
        continuation.yield("I finished the project.")
        continuation.finish()
      }
    }
    let store = store(speech)
    let task = await store.send(.onTask)
    await store.receive(\.speechResult) { $0.transcript = "I finished the project." }
    await store.send(.endMeetingButtonTapped) { $0.alert = .endMeeting }
    await store.send(\.alert.confirmSave) {
      $0.alert = nil
      $0.$syncUp.withLock {
        $0.meetings = [
          Meeting(id: UUID(0), date: Self.date, transcript: "I finished the project.")
        ]
      }
    }
    await task.cancel()
    #expect(dismissed.value == 1)
  }
}
