public import Kumiki

/// A file of JSON as a shared value, for code that goes without Foundation.
///
///     @Shared(.jsonFile("/var/lib/kiln/firings.json")) var firings: [Firing] = []
///
/// A write replaces the file: another one is written beside it, goes to the disk, and takes the place of the
/// first, so that at every moment one of the two is there whole. `withLock` returns when that is done. What
/// others do to the file is noticed. A program in C has the same value by `kmk_shared_file`.
///
/// A file that cannot be read is the issue `shared-unreadable`: the value stays as it was, at first the
/// default, and the file is left alone until the next write.
public struct JSONFileKey<Value: Codable & Sendable>: SharedKey {
  private let storage: FileStorage
  private let file: SharedFile

  package init(_ path: String, in storage: FileStorage? = nil) {
    self.storage = storage ?? DependencyValues.current.defaultFileStorage
    file = self.storage.file(path)
  }

  /// Names a file of a storage.
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
