/// A write of one field, as an action: which field, and the value.
///
///     case .binding(.set(\.name, "Ann"))
///
/// A feature has one case for all of them, `case binding(BindingAction<State>)`, and a
/// ``BindingReducer`` that carries them out. Two are equal if path and value are.
public struct BindingAction<Root>: Sendable {
  /// The field; nil in a write that was read from outside and names no field that may be written.
  public var keyPath: PartialKeyPath<Root>? { write?.keyPath }
  /// The value that the field gets.
  public var value: (any Sendable)? { write?.stored }

  let write: AnyFieldWrite<Root>?
  /// Why there is no write: the path as it came, and what is wrong.
  let failure: Failure?

  struct Failure: Hashable, Sendable {
    var path: String
    var reason: String
    var code = Issue.Code.bindingFailed

    /// The path names no field that may be written.
    static func noField(_ path: String, known: [String]) -> Self {
      Self(
        path: path,
        reason: KnownNames.advice("no such field; ", "there are ", known, for: path))
    }
  }

  init(_ write: AnyFieldWrite<Root>) {
    self.write = write
    failure = nil
  }

  init(failure: Failure) {
    write = nil
    self.failure = failure
  }

  /// Writes a value to a field.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> Self {
    Self(FieldWrite(keyPath, value))
  }

  /// Writes a value to a field that is marked as `@BindingState`: `.set(\.$name, "Ann")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) -> Self {
    Self(FieldWrite(marked: keyPath, value))
  }
}

/// A ``BindingAction`` without its type parameter, for code that does not know the state.
protocol FieldWriting {
  /// The write as text, for printed changes.
  var text: String { get }
}

extension BindingAction: FieldWriting {
  var text: String {
    guard let write else { return failure?.path ?? "" }
    let value = write.stored
    return "\(write.keyPath) = \((value as? String)?.debugDescription ?? "\(value)")"
  }
}

extension BindingAction: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.write, right.write) {
    case (let left?, let right?): left.isEqual(to: right)
    case (nil, nil): left.failure == right.failure
    default: false
    }
  }
}

extension BindingAction {
  /// Matches the field: `case .binding(\.name):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    action.keyPath == keyPath
  }
}

/// A field and its new value, whatever its type.
///
/// A class hierarchy, so that an action is one reference whatever the types of the fields.
class AnyFieldWrite<Root>: @unchecked Sendable {
  // Immutable. A writable key path captures at most hashable constants.
  let keyPath: PartialKeyPath<Root>
  init(_ keyPath: PartialKeyPath<Root>) { self.keyPath = keyPath }

  var stored: any Sendable { preconditionFailure("a write without a value: \(Self.self)") }
  func apply(to _: inout Root) {}
  func holds(_: any Sendable) -> Bool { false }

  func isEqual(to other: AnyFieldWrite) -> Bool {
    keyPath == other.keyPath && holds(other.stored)
  }
}

final class FieldWrite<Root, Value: Equatable & Sendable>: AnyFieldWrite<Root>, @unchecked Sendable
{
  private let field: WritableKeyPath<Root, Value>
  private let newValue: Value

  init(_ field: WritableKeyPath<Root, Value>, _ value: Value) {
    self.field = field
    newValue = value
    super.init(field)
  }

  /// A field marked as `@BindingState` is identified by the path of its wrapper, and written through it.
  init(marked: WritableKeyPath<Root, BindingState<Value>>, _ value: Value) {
    field = marked.appending(path: \.wrappedValue)
    newValue = value
    super.init(marked)
  }

  override var stored: any Sendable { newValue }
  override func apply(to root: inout Root) { root[keyPath: field] = newValue }
  override func holds(_ other: any Sendable) -> Bool { other as? Value == newValue }
}
