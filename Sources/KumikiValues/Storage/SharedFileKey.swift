/// A file as a shared value, or one member of a settings file.
///
/// A write replaces the file: a new file is written next to it, flushed to the disk, and renamed over the old one. At
/// any time one of the two is complete. `withLock` returns when the write is done. Changes by other processes are
/// noticed.
///
/// An unreadable file raises the issue `shared-unreadable`: the value stays as it was (at first, the default), and
/// the file is not changed until the next write.
public struct SharedFileKey<Value: Sendable>: SharedKey {
  public let id: ID
  private let file: SharedFile
  private let member: String?
  private let decode: @Sendable ([UInt8]?) throws -> Value?
  private let encode: @Sendable (_ value: Value, _ old: [UInt8]?) throws -> [UInt8]

  /// Identifies a file of a storage, with its coding.
  public struct ID: Hashable, Sendable {
    fileprivate let description: ExactText
    fileprivate let path: ExactText
    fileprivate let storage: FileStorage
  }

  /// - Parameters:
  ///   - coding: Names the file's encoding.
  ///   - member: The name of one setting; nil for the whole file.
  ///   - shown: The key's argument in issues, if it is not the member or the path in quotes.
  ///   - decode: Makes the value from the file's content; returns nil if the content has no value.
  ///   - encode: Makes the content from the value and the old content.
  package init(
    _ coding: String, _ path: String, in storage: FileStorage, member: String? = nil,
    shown: String? = nil, decode: @escaping @Sendable ([UInt8]?) throws -> Value?,
    encode: @escaping @Sendable (_ value: Value, _ old: [UInt8]?) throws -> [UInt8]
  ) {
    file = storage.file(path)
    id = ID(
      description: ExactText(".\(coding)(\(shown ?? "\"\(member ?? file.path)\""))"),
      path: ExactText(file.path), storage: storage)
    self.member = member
    self.decode = decode
    self.encode = encode
  }

  /// Returns the file's current value; nil if it has none.
  package func read() throws -> Value? { try decode(file.read()) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try read() })
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription(
      file.slot.observers.add { content in
        subscriber.yield(with: Result { try decode(content.get()) })
      })
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    file.save(continuation) { try encode(value, $0) }
  }
}

extension SharedFileKey: SharedPlace {
  package var placeID: SharedPlaceID {
    SharedPlaceID(file.slot, member: member.map { ExactText($0) })
  }
  package var medium: (any SharedMedium)? { file }
}

extension SharedFileKey: CustomStringConvertible {
  public var description: String { id.description.text }
}
