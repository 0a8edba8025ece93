import KumikiArchitecture
import KumikiTesting
import Testing

@testable import VoiceMemos

private let start = Date(timeIntervalSince1970: 0)
private let url = URL(fileURLWithPath: "/tmp/memo.m4a")
private struct Broken: Error, Equatable {}

@MainActor
@Suite("voice memos")
struct VoiceMemosTests {
  let clock = TestClock()

  @Test("a memo is recorded and named")
  func recording() async {
    let (finished, finish) = AsyncThrowingStream.makeStream(of: Bool.self)
    let store = TestStore(initialState: VoiceMemos.State()) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.currentTime = { 2.5 }
      $0.audioRecorder.requestRecordPermission = { true }
      $0.audioRecorder.startRecording = { _ in
        try await finished.first { _ in true }!
      }
      $0.audioRecorder.stopRecording = {
        finish.yield(true)
        finish.finish()
      }
      $0.date = .constant(start)
      $0.continuousClock = clock
      $0.temporaryDirectory = { URL(fileURLWithPath: "/tmp") }
      $0.uuid = .constant(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF")!)
    }
    let url = URL(fileURLWithPath: "/tmp/DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF.m4a")

    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse) {
      $0.permission = .allowed
      $0.recordingMemo = RecordingMemo.State(date: start, url: url)
    }
    await store.send(\.recordingMemo.onTask)
    await clock.advance(by: .seconds(1))
    await store.receive(\.recordingMemo.timerUpdated) { $0.recordingMemo?.duration = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.recordingMemo.timerUpdated) { $0.recordingMemo?.duration = 2 }
    await store.send(\.recordingMemo.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.recordingMemo.finalRecordingTime) { $0.recordingMemo?.duration = 2.5 }
    await store.receive(\.recordingMemo.audioRecorderDidFinish.success)
    await store.receive(\.recordingMemo.delegate.didFinish.success) {
      $0.recordingMemo = nil
      $0.voiceMemos = [VoiceMemo.State(date: start, duration: 2.5, url: url)]
    }
    await store.send(.voiceMemos(.element(id: url, action: .titleTextFieldChanged("Song")))) {
      $0.voiceMemos[id: url]?.title = "Song"
    }
  }

  @Test("without permission there is an alert, and a way to the settings")
  func permissionDenied() async {
    let opened = LockIsolated<[URL]>([])
    let store = TestStore(initialState: VoiceMemos.State()) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.requestRecordPermission = { false }
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
    }
    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse) {
      $0.permission = .denied
      $0.alert = AlertState { TextState("The microphone may not be used.") }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await store.send(.openSettingsButtonTapped).finish()
    expectNoDifference(opened.value.map(\.absoluteString), ["settings:microphone"])
  }

  @Test("a recorder that fails")
  func recordingFailure() async {
    let store = TestStore(initialState: VoiceMemos.State(permission: .allowed)) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.startRecording = { _ in throw Broken() }
      $0.continuousClock = clock
      $0.date = .constant(start)
      $0.temporaryDirectory = { URL(fileURLWithPath: "/tmp") }
      $0.uuid = .incrementing
    }
    await store.send(.recordButtonTapped) {
      $0.recordingMemo = RecordingMemo.State(
        date: start, url: URL(fileURLWithPath: "/tmp/\(UUID(0).uuidString).m4a"))
    }
    await store.send(\.recordingMemo.onTask)
    await store.receive(\.recordingMemo.audioRecorderDidFinish.failure)
    await store.receive(\.recordingMemo.delegate.didFinish.failure) {
      $0.alert = AlertState { TextState("The memo could not be recorded.") }
      $0.recordingMemo = nil
    }
  }

  @Test("a memo is played to its end")
  func playing() async {
    let memo = VoiceMemo.State(date: start, duration: 1.25, url: url)
    let store = TestStore(initialState: VoiceMemos.State(voiceMemos: [memo])) {
      VoiceMemos()
    } withDependencies: { [clock] in
      $0.audioPlayer.play = { _ in
        try await clock.sleep(for: .milliseconds(1_250))
        return true
      }
      $0.continuousClock = clock
    }
    let task = await store.send(\.voiceMemos[id: url].playButtonTapped) {
      $0.voiceMemos[id: url]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: url].delegate.playbackStarted)
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.voiceMemos[id: url].timerUpdated) {
      $0.voiceMemos[id: url]?.mode.modify(\.playing) { $0 = 0.4 }
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.voiceMemos[id: url].timerUpdated) {
      $0.voiceMemos[id: url]?.mode = .playing(progress: 0.8)
    }
    await clock.advance(by: .milliseconds(250))
    await store.receive(\.voiceMemos[id: url].audioPlayerClient.success) {
      $0.voiceMemos[id: url]?.mode = .notPlaying
    }
    await task.finish()
  }

  @Test("a player that fails")
  func playingFailure() async {
    let memo = VoiceMemo.State(date: start, duration: 30, url: url)
    let store = TestStore(initialState: VoiceMemos.State(voiceMemos: [memo])) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { _ in throw Broken() }
      $0.continuousClock = clock
    }
    let task = await store.send(\.voiceMemos[id: url].playButtonTapped) {
      $0.voiceMemos[id: url]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: url].delegate.playbackStarted)
    await store.receive(\.voiceMemos[id: url].audioPlayerClient.failure) {
      $0.voiceMemos[id: url]?.mode = .notPlaying
    }
    await store.receive(\.voiceMemos[id: url].delegate.playbackFailed) {
      $0.alert = AlertState { TextState("The memo could not be played.") }
    }
    await task.finish()
  }

  @Test("one that is deleted while it plays stops")
  func deletingWhilePlaying() async {
    let memo = VoiceMemo.State(date: start, duration: 10, url: url)
    let store = TestStore(initialState: VoiceMemos.State(voiceMemos: [memo])) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { _ in try await Task.never() }
      $0.continuousClock = clock
    }
    await store.send(\.voiceMemos[id: url].playButtonTapped) {
      $0.voiceMemos[id: url]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: url].delegate.playbackStarted)
    await store.send(.onDelete([0])) { $0.voiceMemos = [] }
    await store.finish()
  }
}
