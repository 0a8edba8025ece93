public import Kumiki

/// A JSON file as a shared value, for code without Foundation.
///
///     @Shared(.jsonFile("/var/lib/kiln/firings.json")) var firings: [Firing] = []
///
/// A write replaces the file: a new one is written beside it, flushed to the disk, and renamed over the old
/// one. One of the two is always there and complete. `withLock` returns when this is done. Changes by other
/// processes are noticed. A program in C gets the same value with `kmk_shared_file`.
///
/// A file that cannot be read is the issue `shared-unreadable`: the value stays as it was, at first the
/// default, and the file is not changed until the next write.
public struct JSONFileKey<Value: Codable & Sendable>: SharedKey {
  private let storage: FileStorage
  private let file: SharedFile

  package init(_ path: String, in storage: FileStorage? = nil) {
    self.storage = storage ?? DependencyValues.current.defaultFileStorage
    file = self.storage.file(path)
  }

  /// Identifies a file of a storage.
  public struct ID: Hashable, Sendable {
    fileprivate let path: String
    fileprivate let storage: FileStorage
  }

  public var id: ID { ID(path: file.path, storage: storage) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try value(of: file.read()) })
  }

  private func value(of bytes: [UInt8]?) throws -> Value? {
    try JSONFile.value(bytes).map { try JSONBridge.decode(Value.self, from: $0) }
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
    file.save(continuation) { _ in try JSONFile.bytes(JSONBridge.encode(value)) }
  }
}

extension JSONFileKey: SharedPlace {
  package var placeID: SharedPlaceID { SharedPlaceID(file.slot) }
  package var sharedFile: SharedFile? { file }
}

extension JSONFileKey: CustomStringConvertible {
  public var description: String { ".jsonFile(\"\(file.path)\")" }
}

extension SharedReaderKey {
  /// The content of a file, as JSON.
  public static func jsonFile<Value: Codable & Sendable>(_ path: String) -> Self
  where Self == JSONFileKey<Value> {
    JSONFileKey(path)
  }
}
