public import KumikiValues

/// A JSON file as a shared value, for code without Foundation.
///
///     @Shared(.jsonFile("/var/lib/kiln/firings.json")) var firings: [Firing] = []
///
/// A program in C gets the same value with `kmk_shared_file`.
public typealias JSONFileKey<Value: Codable & Sendable> = SharedFileKey<Value>

extension SharedReaderKey {
  /// The content of a file, as JSON.
  public static func jsonFile<Value: Codable & Sendable>(_ path: String) -> Self
  where Self == JSONFileKey<Value> {
    JSONFileKey(json: path)
  }
}

extension SharedFileKey where Value: Codable {
  package init(json path: String) {
    self.init(
      "jsonFile", path, in: DependencyValues.current.defaultFileStorage,
      decode: { try JSONFile.value($0).map { try JSONBridge.decode(Value.self, from: $0) } },
      encode: { value, _ in try JSONFile.bytes(JSONBridge.encode(value)) })
  }
}
