/// The error of a key without a value, if a value is required.
public struct SharedMissing: Error, CustomStringConvertible {
  let key: String

  public var description: String { "nothing is kept for \(key), and a value was required" }

  static func load<Key: SharedReaderKey>(_ key: Key) async throws -> Key.Value {
    try await withCheckedThrowingContinuation { done in
      key.load(
        context: .userInitiated,
        continuation: LoadContinuation { result in
          done.resume(
            with: result.flatMap { value in
              value.map { .success($0) } ?? .failure(SharedMissing(key: "\(key)"))
            })
        })
    }
  }
}
