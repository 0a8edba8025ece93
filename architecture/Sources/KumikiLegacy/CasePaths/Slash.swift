prefix operator /

/// The path of an enum's case, by its constructor: `/Action.child`, `/Action.row(id:action:)`.
///
/// The case is identified once, when the path is made. A payload of several values is a tuple.
///
/// - Precondition: the operand is the constructor of a case.
public prefix func / <Root, Value>(
  constructor: @escaping (_ payload: Value) -> Root
) -> CasePath<Root, Value> {
  CasePath(constructor: constructor)
}

extension CasePath {
  /// The path of an enum's case, by its constructor: `AnyCasePath(Action.child)` for `/Action.child`.
  public init(_ constructor: @escaping (_ payload: Value) -> Root) {
    self.init(constructor: constructor)
  }

  /// The path of a case without a payload: `AnyCasePath(Action.tapped)`.
  @_disfavoredOverload
  public init(_ value: Root) where Value == Void { self.init(caseOf: value) }
}

/// The path of a case without a payload: `/Action.tapped`.
@_disfavoredOverload
public prefix func / <Root: Equatable>(value: Root) -> CasePath<Root, Void> {
  CasePath(caseOf: value)
}

/// A function that extracts a case's payload from a value: `actions.compactMap(/Action.child)`.
@_disfavoredOverload
public prefix func / <Root, Value>(
  constructor: @escaping (_ payload: Value) -> Root
) -> (_ root: Root) -> Value? {
  CasePath(constructor: constructor).extract(from:)
}

/// A path with a redundant slash: `/.self`.
public prefix func / <Root, Value>(path: CasePath<Root, Value>) -> CasePath<Root, Value> { path }

/// Whether a value is in a case: `case /Action.child:`.
public func ~= <Root, Value>(path: CasePath<Root, Value>, root: Root) -> Bool {
  path.extract(from: root) != nil
}

infix operator .. : CasePathPrecedence

precedencegroup CasePathPrecedence {
  associativity: left
}

extension CasePath {
  /// A path that continues with a case of the payload: `/Action.child .. /Child.Action.saved`.
  public static func .. <Inner>(
    path: CasePath, inner: CasePath<Value, Inner>
  ) -> CasePath<Root, Inner> { path.appending(path: inner) }

  /// A path that continues with a case of the payload.
  public func appending<Inner>(path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    chained(path)
  }
}

extension CasePath where Root == Value {
  /// The whole value, in any case.
  public static var `self`: Self { .whole }
}
