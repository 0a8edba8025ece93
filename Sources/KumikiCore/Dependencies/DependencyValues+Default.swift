// The defaults of keys in the current context.

extension DependencyValues {
  /// Returns the default of a key that may have a live value.
  func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, as name: @autoclosure () -> String
  ) -> Key.Value {
    // Each use is reported, while the test value that replaces the live one is made once.
    let live = key as? any DependencyKey.Type
    if live == nil, context == .live { Self.reportUnimplemented(name()) }
    return defaultValue(of: key, as: name()) {
      // `live` is `key` as a `DependencyKey`, so the value types are the same.
      live.map { Self.liveValue(of: $0) as! Key.Value } ?? Key.testValue
    }
  }

  private static func liveValue<Key: DependencyKey>(of _: Key.Type) -> Any { Key.liveValue }

  func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, as name: @autoclosure () -> String, live: () -> Key.Value
  ) -> Key.Value {
    let context = context
    return defaults.value(of: key, in: context, during: preparation) {
      let reading = DependencyReading(name: name())
      let value = DependencyAccess.$reading.withValue(reading) {
        inForce {
          switch context {
          case .live: live()
          case .preview: Key.previewValue
          case .test: Key.testValue
          }
        }
      }
      return (value, reading.isComplete)
    }
  }

  /// Runs `body` with these values as the current ones, so that a default that reads other dependencies finds them here
  /// too. Calls `body` directly if these are current already, or while values are being set.
  private func inForce<Result>(_ body: () -> Result) -> Result {
    isCurrent || DependencyAccess.isSetting ? body() : scoped(body)
  }
}
