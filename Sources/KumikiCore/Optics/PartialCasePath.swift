/// A ``CasePath`` to a payload of unknown type.
private protocol PartialCasePath<Root> {
  associatedtype Root
  func extractAny(from root: Root) -> Any?
  func embedAny(_ payload: Any) -> Root?
}

extension CasePath: PartialCasePath {
  fileprivate func extractAny(from root: Root) -> Any? { extract(from: root).map { $0 as Any } }

  fileprivate func embedAny(_ payload: Any) -> Root? { (payload as? Value).map(embed) }
}

extension PartialKeyPath {
  /// The path of the case; nil for a key path that leads elsewhere.
  private func path<Enum: CasePathable>() -> (any PartialCasePath<Enum>)?
  where Root == Enum.AllCasePaths {
    Enum.allCasePaths[keyPath: self] as? any PartialCasePath<Enum>
  }

  /// The payload of the case, if a value is in it.
  func extract<Enum: CasePathable>(from value: Enum) -> Any? where Root == Enum.AllCasePaths {
    path()?.extractAny(from: value)
  }

  /// Puts a payload into a case; nil if the payload is of another type than the case's.
  @_disfavoredOverload
  public func callAsFunction(_ payload: Any) -> Root.Root?
  where Root: CasePathReflectable, Root.Root.AllCasePaths == Root {
    path()?.embedAny(payload)
  }
}
