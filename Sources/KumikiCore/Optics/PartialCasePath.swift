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
  /// Returns the path of the case, or nil for a key path that does not lead to a case.
  private func path<Enum: CasePathable>() -> (any PartialCasePath<Enum>)?
  where Root == Enum.AllCasePaths {
    Enum.allCasePaths[keyPath: self] as? any PartialCasePath<Enum>
  }

  /// Returns the payload of the case, or nil if a value is in another case.
  func extract<Enum: CasePathable>(from value: Enum) -> Any? where Root == Enum.AllCasePaths {
    path()?.extractAny(from: value)
  }

  /// Wraps a payload in a case. Returns nil if the payload does not have the case's payload type.
  @_disfavoredOverload
  public func callAsFunction(_ payload: Any) -> Root.Root?
  where Root: CasePathReflectable, Root.Root.AllCasePaths == Root {
    path()?.embedAny(payload)
  }
}
