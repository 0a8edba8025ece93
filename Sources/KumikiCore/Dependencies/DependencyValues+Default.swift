// The defaults of keys, in the context in force.

extension DependencyValues {
  /// The default of a key that may have a live value.
  func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, as name: @autoclosure () -> String
  ) -> Key.Value {
    // Each use is reported, while the test's value in its place is made once.
    let live = key as? any DependencyKey.Type
    if live == nil, context == .live { Self.reportUnimplemented(name()) }
    return defaultValue(of: key, as: name()) {
      // `live` is `key` seen as a `DependencyKey`, so their value types are one.
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

  /// Runs `body` with these values in force, if a ``Dependency`` has values of its own or a store is asked from
  /// outside. A default that reads other dependencies finds those too. Not while values are being set.
  private func inForce<Result>(_ body: () -> Result) -> Result {
    isCurrent || DependencyAccess.isSetting ? body() : scoped(body)
  }
}
