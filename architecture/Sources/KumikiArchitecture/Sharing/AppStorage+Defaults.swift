public import Foundation
public import Kumiki
internal import KumikiJSON

// Settings under the method names of `UserDefaults`. A write notifies all `Shared` values of the setting. A
// value of another kind reads as nil.

extension AppStorage {
  /// Writes a setting; nil removes it.
  public func set<Value: AppStorageValue>(_ value: Value, forKey key: String) {
    let json = try? JSONBridge.encode(value)
    if json?.kind == .null { return removeObject(forKey: key) }
    let setting = AppStorageKey<Value>(setting: key, self)
    setting.save(value, context: .userInitiated, continuation: saving(key))
  }

  /// Removes a setting, so that the defaults of its `Shared` values apply.
  public func removeObject(forKey key: String) { remove(key, saving(key)) }

  /// Reports a failure, because these functions return no error.
  private func saving(_ key: String) -> SaveContinuation {
    SaveContinuation { result in
      guard case .failure(let error) = result else { return }
      ReduceContext.report(
        .sharedUnsaved,
        "the setting \"\(key)\" could not be saved: \(error). Its value holds in this process.",
        label: "", on: DependencyValues.ambientLoop)
    }
  }

  /// A setting of a kind; nil if it is not set or of another kind.
  public func value<Value: AppStorageValue>(
    _ type: Value.Type = Value.self, forKey key: String
  ) -> Value? {
    try? AppStorageKey<Value>(setting: key, self).read()
  }

  /// A setting; false if it is not set.
  public func bool(forKey key: String) -> Bool { value(forKey: key) ?? false }
  /// A setting; 0 if it is not set.
  public func integer(forKey key: String) -> Int { value(forKey: key) ?? 0 }
  /// A setting; 0 if it is not set.
  public func double(forKey key: String) -> Double { value(forKey: key) ?? 0 }
  /// A setting; nil if it is not set.
  public func string(forKey key: String) -> String? { value(forKey: key) }
  /// A setting; nil if it is not set.
  public func data(forKey key: String) -> Data? { value(forKey: key) }
  /// A setting; nil if it is not set.
  public func url(forKey key: String) -> URL? { value(forKey: key) }
  /// A setting; nil if it is not set.
  public func stringArray(forKey key: String) -> [String]? { value(forKey: key) }
}
