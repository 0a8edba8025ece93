package import Kumiki

/// One member of the settings, as JSON.
package struct SettingKey: SharedKey {
  private let name: String
  private let storage: AppStorage
  private let file: SharedFile

  package init(_ name: String, in storage: AppStorage) {
    self.name = name
    self.storage = storage
    file = storage.file
  }

  package struct ID: Hashable, Sendable {
    let name: String
    let storage: AppStorage
  }

  package var id: ID { ID(name: name, storage: storage) }

  package func load(context: LoadContext<JSON>, continuation: LoadContinuation<JSON>) {
    continuation.resume(with: Result { try member(of: file.read()) })
  }

  private func member(of bytes: [UInt8]?) throws(JSONError) -> JSON? {
    guard let settings = try JSONFile.value(bytes) else { return nil }
    guard settings.kind == .object else { throw Self.notAnObject }
    return settings[key: name]
  }

  private static let notAnObject = JSONError(
    .decode, message: "settings are an object with a member for each of them")

  /// Notifies of this member alone, if it differs from the last notification.
  package func subscribe(
    context: LoadContext<JSON>, subscriber: SharedSubscriber<JSON>
  ) -> SharedSubscription {
    let number = file.slot.add { told in
      subscriber.yield(with: Result { try member(of: told.get()) })
    }
    return SharedSubscription { [file] in file.slot.remove(number) }
  }

  /// Changes the member in the current file, so that settings written by other processes are kept.
  package func save(_ value: JSON, context: SaveContext, continuation: SaveContinuation) {
    file.save(continuation) { try JSONFile.bytes(settings(in: $0, setting: value)) }
  }

  /// The settings with a changed member. A broken file is replaced, because this is a write.
  private func settings(in bytes: [UInt8]?, setting value: JSON) throws(JSONError) -> JSON {
    guard !name.utf8.contains(0) else { throw Self.unusable }
    let old: JSON? = try? JSONFile.value(bytes)
    let settings: JSON = old?.kind == .object ? old! : [:]
    return settings.setting(name, to: value)
  }

  private static let unusable = JSONError(.decode, message: "a setting's name contains U+0000")
}

extension SettingKey: SharedPlace {
  package var placeID: SharedPlaceID { SharedPlaceID(file.slot, member: name) }
  package var sharedFile: SharedFile? { file }
}

extension SettingKey: CustomStringConvertible {
  package var description: String { ".appStorage(\"\(name)\")" }
}
