/// A case named by key path: `\.child` for `CaseKeyPath<Action, Child.Action>`, and cases of its payload:
/// `\.child.name`. `\.self` is the whole.
public typealias CaseKeyPath<Root, Value> = KeyPath<CasePath<Root, Root>, CasePath<Root, Value>>

/// A case named by key path, whatever its payload.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<CasePath<Root, Root>>

extension KeyPath {
  /// Puts a payload into a case: `(\Action.Cases.child)(.save)`.
  @inlinable
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == CasePath<Enum, Enum>, Value == CasePath<Enum, Payload> {
    CasePath(self).embed(payload)
  }

  /// A case without a payload: `(\Action.Cases.save)()`.
  @inlinable
  public func callAsFunction<Enum>() -> Enum
  where Root == CasePath<Enum, Enum>, Value == CasePath<Enum, Void> {
    CasePath(self).embed(())
  }

  /// Goes on by a case of the payload.
  public func appending<Enum, Payload, Inner>(
    path: CaseKeyPath<Payload, Inner>
  ) -> CaseKeyPath<Enum, Inner>
  where Root == CasePath<Enum, Enum>, Value == CasePath<Enum, Payload> {
    let rest: KeyPath<CasePath<Enum, Payload>, CasePath<Enum, Inner>> = \.[path: path]
    return appending(path: rest)
  }

  /// Whether a value is in a case: `case \.child.save:`.
  @inlinable
  public static func ~= <Enum, Payload>(path: KeyPath, value: Enum) -> Bool
  where Root == CasePath<Enum, Enum>, Value == CasePath<Enum, Payload> {
    CasePath(path).extract(from: value) != nil
  }
}

extension CasePath {
  /// This case, and a path that begins in its payload.
  fileprivate subscript<Inner>(path path: CaseKeyPath<Value, Inner>) -> CasePath<Root, Inner> {
    let inner = CasePath<Value, Inner>(path)
    return chained(inner, inner.caseName)
  }
}

/// A ``CasePath`` to a payload whose type is not known.
private protocol PartialCasePath<Root> {
  associatedtype Root
  func matches(_ root: Root) -> Bool
}

extension CasePath: PartialCasePath {
  fileprivate func matches(_ root: Root) -> Bool { extract(from: root) != nil }
}

extension PartialKeyPath {
  /// Whether a value is in the case.
  func matches<Enum>(_ value: Enum) -> Bool where Root == CasePath<Enum, Enum> {
    let whole = CasePath<Enum, Enum>({ $0 }, { $0 }, .whole)
    return (whole[keyPath: self] as? any PartialCasePath<Enum>)?.matches(value) ?? false
  }
}
