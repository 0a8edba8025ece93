public import Foundation
public import Kumiki

/// A file as a shared value.
///
///     @Shared(.fileStorage(.documentsDirectory.appending(component: "users.json"))) var users: [User] = []
///
/// A write replaces the file: a new one is written beside it, flushed to the disk, and renamed over the old
/// one. One of the two is always there and complete. `withLock` returns when this is done. Changes by other
/// processes are noticed.
///
/// A file that cannot be read is the issue `shared-unreadable`: the value stays as it was, at first the
/// default, and the file is not changed until the next write.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let path: String
  private let storage: FileStorage
  private let file: SharedFile
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data

  init(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    path = url.standardizedFileURL.path
    storage = DependencyValues.current.defaultFileStorage
    file = storage.file(path)
    self.decode = decode
    self.encode = encode
  }

  /// Identifies a file of a storage.
  public struct ID: Hashable, Sendable {
    fileprivate let path: String
    fileprivate let storage: FileStorage
  }

  public var id: ID { ID(path: path, storage: storage) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try value(of: file.read()) })
  }

  /// The decoded content; nil for an empty file.
  private func value(of bytes: [UInt8]?) throws -> Value? {
    guard let bytes, !bytes.isEmpty else { return nil }
    return try decode(Data(bytes))
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    let number = file.slot.add { told in
      subscriber.yield(with: Result { try value(of: told.get()) })
    }
    return SharedSubscription { [file] in file.slot.remove(number) }
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    file.save(continuation) { _ in Array(try encode(value)) }
  }
}

extension FileStorageKey: SharedPlace {
  package var placeID: SharedPlaceID { SharedPlaceID(file.slot) }
  package var sharedFile: SharedFile? { file }
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\"\(path)\")" }
}

extension SharedReaderKey {
  /// The content of a file, as JSON.
  public static func fileStorage<Value: Codable>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    // Foundation's coders may be used on any thread, and nobody modifies these.
    let coders = UncheckedCoders(decoder: decoder, encoder: encoder)
    return FileStorageKey(
      url, decode: { try coders.decoder.decode(Value.self, from: $0) },
      encode: { try coders.encoder.encode($0) })
  }

  /// The content of a file, read and written by functions.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}

private struct UncheckedCoders: @unchecked Sendable {
  let decoder: JSONDecoder
  let encoder: JSONEncoder
}
