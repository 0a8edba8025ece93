package import KumikiValues

/// One member of the settings, as JSON.
package typealias SettingKey = SharedFileKey<JSON>

extension SettingKey {
  package init(_ name: String, in storage: AppStorage) {
    self.init(setting: name, in: storage, decode: { $0 }, encode: { $0 })
  }
}

extension SharedFileKey {
  /// Makes a key for one member of the settings. A write changes the member in the current file, so that
  /// settings written by other processes are kept.
  package init(
    setting name: String, in storage: AppStorage,
    decode: @escaping @Sendable (JSON) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> JSON
  ) {
    self.init(
      "appStorage", storage.path, in: storage.files, member: name,
      decode: { try JSONFile.member(name, of: $0).map(decode) },
      encode: { try JSONFile.bytes(JSONFile.settings($1, setting: name, to: encode($0))) })
  }
}

extension AppStorage {
  /// Removes a setting, so that the default applies.
  package func remove(_ name: String, _ continuation: SaveContinuation) {
    files.file(path).save(continuation) {
      try JSONFile.bytes(JSONFile.settings($0, setting: name, to: nil))
    }
  }
}

extension JSONFile {
  fileprivate static func member(_ name: String, of bytes: [UInt8]?) throws(JSONError) -> JSON? {
    guard let settings = try value(bytes) else { return nil }
    guard settings.kind == .object else {
      throw JSONError(.decode, message: "settings are an object with a member for each of them")
    }
    return settings[key: name]
  }

  /// Returns the settings with a member changed or removed. A broken file is replaced: this is a write.
  fileprivate static func settings(
    _ bytes: [UInt8]?, setting name: String, to value: JSON?
  ) throws(JSONError) -> JSON {
    guard !name.utf8.contains(0) else {
      throw JSONError(.decode, message: "a setting's name contains U+0000")
    }
    let old: JSON? = try? self.value(bytes)
    let settings: JSON = old?.kind == .object ? old! : [:]
    return value.map { settings.setting(name, to: $0) } ?? settings.removing(name)
  }
}
