import KumikiArchitecture

/// Whether the program may listen.
enum SpeechAuthorization: Sendable { case authorized, denied, notDetermined }

/// Turns speech into text.
@DependencyClient
struct SpeechClient: Sendable {
  var authorizationStatus: @Sendable () -> SpeechAuthorization = { .denied }
  var requestAuthorization: @Sendable () async -> SpeechAuthorization = { .denied }
  var startTask: @Sendable () async -> AsyncThrowingStream<String, any Error> = { .finished() }
}

extension SpeechClient: DependencyKey {
  /// Recognizes a fixed text, one word per second.
  static let liveValue = Self(
    authorizationStatus: { .authorized },
    requestAuthorization: { .authorized },
    startTask: {
      AsyncThrowingStream { continuation in
        let task = Task {
          var text = ""
          for word in "What was done and what comes next.".split(separator: " ") {
            try await Task.sleep(for: .seconds(1))
            text += "\(word) "
            continuation.yield(text)
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    })

  static let testValue = Self()
}

extension DependencyValues {
  var speechClient: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}
