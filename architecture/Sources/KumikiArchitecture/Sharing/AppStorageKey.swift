public import Foundation
public import Kumiki
internal import KumikiJSON

/// A member of the program's settings as a shared value.
///
///     @Shared(.appStorage("isOn")) var isOn = true
///
/// Settings are scalars in one file; see ``AppStorage``. Several processes may write it.
public typealias AppStorageKey<Value: Sendable> = SharedFileKey<Value>

/// The types of settings: scalars, dates, URLs and data.
public protocol AppStorageValue: Codable, Sendable {}

extension Bool: AppStorageValue {}
extension Int: AppStorageValue {}
extension Double: AppStorageValue {}
extension String: AppStorageValue {}
extension Data: AppStorageValue {}
extension Date: AppStorageValue {}
extension URL: AppStorageValue {}
extension Array: AppStorageValue where Element == String {}
extension Optional: AppStorageValue where Wrapped: AppStorageValue {}

extension SharedReaderKey {
  /// A setting by its name. An optional's nil is null.
  public static func appStorage<Value: AppStorageValue>(
    _ name: String, store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(setting: name, store)
  }

  /// A setting of any type that can be coded, as JSON.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ name: String, store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(setting: name, store)
  }

  /// A setting whose type is an enum with raw values.
  public static func appStorage<Value: RawRepresentable & Sendable>(
    _ name: String, store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value>, Value.RawValue: AppStorageValue {
    AppStorageKey(
      setting: name, store,
      decode: { json in
        let raw = try JSONBridge.decode(Value.RawValue.self, from: json)
        guard let value = Value(rawValue: raw) else { throw UnknownRawValue(json: "\(json)") }
        return value
      },
      encode: { try JSONBridge.encode($0.rawValue) })
  }

  /// A setting whose type is an optional enum with raw values.
  public static func appStorage<Value: RawRepresentable & Sendable>(
    _ name: String, store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value?>, Value.RawValue: AppStorageValue {
    AppStorageKey(
      setting: name, store,
      decode: { json in
        try JSONBridge.decode(Value.RawValue?.self, from: json).flatMap(Value.init(rawValue:))
      },
      encode: { try JSONBridge.encode($0?.rawValue) })
  }
}

extension SharedFileKey {
  fileprivate init(
    setting name: String, _ storage: AppStorage?,
    decode: @escaping @Sendable (JSON) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> JSON
  ) {
    let storage = storage ?? DependencyValues.current.defaultAppStorage
    self.init(setting: name, in: storage, decode: decode, encode: encode)
  }
}

extension SharedFileKey where Value: Codable {
  init(setting name: String, _ storage: AppStorage?) {
    self.init(
      setting: name, storage, decode: { try JSONBridge.decode(Value.self, from: $0) },
      encode: { try JSONBridge.encode($0) })
  }
}

/// The error that a stored value is not a case of the enum.
private struct UnknownRawValue: Error, CustomStringConvertible {
  let json: String

  var description: String { "\(json) is not a case of the setting's type" }
}
