import KumikiArchitecture

@DependencyClient
struct AudioPlayerClient: Sendable {
  var play: @Sendable (_ url: URL) async throws -> Bool
}

@DependencyClient
struct AudioRecorderClient: Sendable {
  var currentTime: @Sendable () async -> TimeInterval?
  var requestRecordPermission: @Sendable () async -> Bool = { false }
  var startRecording: @Sendable (_ url: URL) async throws -> Bool
  var stopRecording: @Sendable () async -> Void
}

extension AudioPlayerClient: TestDependencyKey {
  static let previewValue = Self(play: { _ in
    try await Task.sleep(for: .seconds(5))
    return true
  })
  static let testValue = Self()
}

extension AudioRecorderClient: TestDependencyKey {
  /// A recorder without a microphone: it counts the time.
  static var previewValue: Self {
    let isRecording = ActorIsolated(false)
    let time = ActorIsolated(0.0)
    return Self(
      currentTime: { await time.value },
      requestRecordPermission: { true },
      startRecording: { _ in
        await isRecording.setValue(true)
        while await isRecording.value {
          try await Task.sleep(for: .seconds(1))
          await time.withValue { $0 += 1 }
        }
        return true
      },
      stopRecording: {
        await isRecording.setValue(false)
        await time.setValue(0)
      })
  }
  static let testValue = Self()
}

extension AudioPlayerClient: DependencyKey {
  static var liveValue: Self { previewValue }
}

extension AudioRecorderClient: DependencyKey {
  static var liveValue: Self { previewValue }
}

extension DependencyValues {
  var audioPlayer: AudioPlayerClient {
    get { self[AudioPlayerClient.self] }
    set { self[AudioPlayerClient.self] = newValue }
  }

  var audioRecorder: AudioRecorderClient {
    get { self[AudioRecorderClient.self] }
    set { self[AudioRecorderClient.self] = newValue }
  }

  var temporaryDirectory: @Sendable () -> URL {
    get { self[TemporaryDirectoryKey.self] }
    set { self[TemporaryDirectoryKey.self] = newValue }
  }
}

private enum TemporaryDirectoryKey: DependencyKey {
  static let liveValue: @Sendable () -> URL = { URL(fileURLWithPath: NSTemporaryDirectory()) }
}
