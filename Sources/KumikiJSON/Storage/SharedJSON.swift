package import Kumiki

// What is kept as JSON: files and settings, and what is in memory as JSON sees it.

extension JSON: SharedForeignValue {
  package func value<Value>(as type: Value.Type) -> Value? {
    guard let type = type as? any Decodable.Type else { return nil }
    return try? JSONBridge.decode(type, from: self) as? Value
  }

  package init?(value: any Sendable) {
    guard let value = value as? any Encodable, let json = try? JSONBridge.encode(value) else {
      return nil
    }
    self = json
  }
}

/// A file of JSON as a shared value.
package struct JSONFileKey: SharedKey {
  private let path: String
  private let storage: FileStorage
  private let file: SharedFile

  package init(_ path: String, in storage: FileStorage) {
    self.path = path
    self.storage = storage
    file = storage.file(path)
  }

  package struct ID: Hashable, Sendable {
    let path: String
    let storage: FileStorage
  }

  package var id: ID { ID(path: path, storage: storage) }

  package func load(context: LoadContext<JSON>, continuation: LoadContinuation<JSON>) {
    continuation.resume(with: Result { try JSONFile.value(file.read()) })
  }

  package func subscribe(
    context: LoadContext<JSON>, subscriber: SharedSubscriber<JSON>
  ) -> SharedSubscription {
    file.startWatching()
    let number = file.slot.add { bytes in
      subscriber.yield(with: Result { try JSONFile.value(bytes) })
    }
    return SharedSubscription { [file] in file.slot.remove(number) }
  }

  package func save(_ value: JSON, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(with: Result { try file.write(JSONFile.bytes(value)) })
  }
}

extension JSONFileKey: SharedPlace {
  package var writer: SharedWriter { file.slot.writer }
}

extension JSONFileKey: CustomStringConvertible {
  package var description: String { ".fileStorage(\"\(path)\")" }
}

/// JSON as the bytes of a file.
package enum JSONFile {
  /// What a file holds; nil where there is none, or an empty one.
  package static func value(_ bytes: [UInt8]?) throws(JSONError) -> JSON? {
    guard let bytes, !bytes.isEmpty else { return nil }
    return try JSONText.parse(String(decoding: bytes, as: UTF8.self))
  }

  package static func bytes(_ value: JSON) throws(JSONError) -> [UInt8] {
    Array((try value.text(flags: indented) + "\n").utf8)
  }

  /// jansson's flags of two blanks a level.
  private static let indented = 2
}
