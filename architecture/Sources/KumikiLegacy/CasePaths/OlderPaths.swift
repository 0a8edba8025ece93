// Spellings of the first versions of case paths.

/// A function that continues with a case of the payload: `/Action.child .. Child.Action.saved`.
public func .. <Root, Value, Inner>(
  extract: @escaping (_ root: Root) -> Value?, constructor: @escaping (_ payload: Inner) -> Value
) -> (_ root: Root) -> Inner? {
  let path = CasePath<Value, Inner>(constructor: constructor)
  return { extract($0).flatMap(path.extract(from:)) }
}

extension CasePath {
  /// A path that continues with a case of the payload, by its constructor: `/Action.child .. Child.Action.saved`.
  public static func .. <Inner>(
    path: CasePath, constructor: @escaping (_ payload: Inner) -> Value
  ) -> CasePath<Root, Inner> {
    path.appending(path: CasePath<Value, Inner>(constructor: constructor))
  }
}

extension CasePath where Root == Value {
  /// The path from a type to itself: `AnyCasePath(Action.self)`.
  public init(_ type: Root.Type) { self = .whole }
}

extension CasePath where Root == Value? {
  /// The value of an optional: `/.some`.
  public static var some: Self { Self("some", embed: { $0 }, extract: { $0 }) }
}

extension CasePath where Root == Void {
  /// A path that always leads to one value.
  public static func constant(_ value: Value) -> Self {
    Self("constant", embed: { _ in }, extract: { value })
  }
}

extension CasePath where Value == Never {
  /// A path that leads nowhere.
  public static var never: Self { Self("never", embed: _impossible, extract: { _ in nil }) }
}

extension CasePath where Value: RawRepresentable, Root == Value.RawValue {
  /// The value that a raw value stands for.
  public static var rawValue: Self {
    Self("rawValue", embed: \.rawValue, extract: Value.init(rawValue:))
  }
}

extension CasePath where Value: LosslessStringConvertible, Root == String {
  /// The value that a string describes.
  public static var description: Self {
    Self("description", embed: \.description, extract: { Value($0) })
  }
}
