internal import KumikiValues
internal import KumikiJSON

/// The engine's own dependencies, which a program sets by name with a JSON value.
enum StandardDependency {
  /// Sets a value under a name. If the engine has a dependency of that name and the value matches its format, sets
  /// that too.
  static func set(
    _ name: String, _ value: JSON
  ) -> @Sendable (inout DependencyValues) -> Void {
    let standard = update(name, value)
    return {
      $0[named: name] = value
      standard?(&$0)
    }
  }

  /// Returns the update for a name and a value; nil if the engine has no such dependency or the format does not match.
  private static func update(_ name: String, _ value: JSON) -> (
    @Sendable (inout DependencyValues) -> Void
  )? {
    switch name {
    case "date":
      guard let nanoseconds = value.integer else { return nil }
      return { $0.date = .constant(nanoseconds) }
    case "uuid":
      guard let generator = value.string.flatMap(uuids) else { return nil }
      return { $0.uuid = generator }
    case "isPresented":
      guard let isPresented = value.bool else { return nil }
      return { $0.isPresented = isPresented }
    default:
      return nil
    }
  }

  private static func uuids(_ text: String) -> UUIDGenerator? {
    if text == "incrementing" { return .incrementing }
    return UniqueID(text).map { .constant($0) }
  }
}
