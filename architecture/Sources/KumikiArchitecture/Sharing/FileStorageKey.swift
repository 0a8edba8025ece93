public import Foundation
public import Kumiki

/// A file as a shared value.
///
///     @Shared(.fileStorage(.documentsDirectory.appending(component: "users.json"))) var users: [User] = []
public typealias FileStorageKey<Value: Sendable> = SharedFileKey<Value>

extension SharedReaderKey {
  /// The content of a file, as JSON.
  public static func fileStorage<Value: Codable>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    // Foundation's coders may be used on any thread, and no code modifies these.
    let coders = UncheckedSendable((decoder, encoder))
    return fileStorage(
      url, decode: { try coders.value.0.decode(Value.self, from: $0) },
      encode: { try coders.value.1.encode($0) })
  }

  /// The content of a file, which functions read and write.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    let path = url.standardizedFileURL.path
    return FileStorageKey(
      "fileStorage", path, in: DependencyValues.current.defaultFileStorage,
      shown: "\(URL(filePath: path, directoryHint: .notDirectory))",
      decode: { bytes in
        // An empty file has no value.
        guard let bytes, !bytes.isEmpty else { return nil }
        return try decode(Data(bytes))
      },
      encode: { value, _ in Array(try encode(value)) })
  }
}
