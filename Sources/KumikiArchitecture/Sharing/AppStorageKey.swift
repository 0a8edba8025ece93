public import Foundation
public import Kumiki
internal import KumikiJSON

/// A member of the program's settings as a shared value.
///
///     @Shared(.appStorage("isOn")) var isOn = true
///
/// Settings are scalars in one file; see ``AppStorage``. Several processes may write it.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let setting: SettingKey
  private let decode: @Sendable (JSON) throws -> Value
  private let encode: @Sendable (Value) throws -> JSON

  fileprivate init(
    _ name: String, _ storage: AppStorage?, decode: @escaping @Sendable (JSON) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> JSON
  ) {
    setting = SettingKey(name, in: storage ?? DependencyValues.current.defaultAppStorage)
    self.decode = decode
    self.encode = encode
  }

  /// Identifies a setting.
  public struct ID: Hashable {
    fileprivate let setting: AnyHashable
  }

  public var id: ID { ID(setting: AnyHashable(setting.id)) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    setting.load(
      context: .userInitiated,
      continuation: LoadContinuation { continuation.resume(with: read($0)) })
  }

  private func read(_ result: Result<JSON?, any Error>) -> Result<Value?, any Error> {
    result.flatMap { json in Result { try json.map(decode) } }
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    setting.subscribe(
      context: .userInitiated,
      subscriber: SharedSubscriber { subscriber.yield(with: read($0)) })
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    do {
      setting.save(try encode(value), context: context, continuation: continuation)
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

extension AppStorageKey: SharedPlace {
  package var placeID: SharedPlaceID { setting.placeID }
  package var sharedFile: SharedFile? { setting.sharedFile }
}

extension AppStorageKey: CustomStringConvertible {
  public var description: String { "\(setting)" }
}

extension AppStorageKey where Value: Codable {
  fileprivate init(coding name: String, _ storage: AppStorage?) {
    self.init(
      name, storage, decode: { try JSONBridge.decode(Value.self, from: $0) },
      encode: { try JSONBridge.encode($0) })
  }
}

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
    AppStorageKey(coding: name, store)
  }

  /// A setting whose type is an enum with raw values.
  public static func appStorage<Value: RawRepresentable & Sendable>(
    _ name: String, store: AppStorage? = nil
  ) -> Self where Self == AppStorageKey<Value>, Value.RawValue: AppStorageValue {
    AppStorageKey(
      name, store,
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
      name, store,
      decode: { json in
        try JSONBridge.decode(Value.RawValue?.self, from: json).flatMap(Value.init(rawValue:))
      },
      encode: { try JSONBridge.encode($0?.rawValue) })
  }
}

/// The error that a stored value is not a case of the enum.
private struct UnknownRawValue: Error, CustomStringConvertible {
  let json: String

  var description: String { "\(json) is no case of the setting's type" }
}
