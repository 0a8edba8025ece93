/// A write of one field, as an action: which field, and the value.
///
///     case .binding(.set(\.name, "Ann"))
///
/// A feature has one case for all writes, `case binding(BindingAction<State>)`, and a
/// ``BindingReducer`` that makes them. Two actions are equal if their paths and values are.
public struct BindingAction<Root>: Sendable {
  /// The field; nil if the action was decoded and names no field that may be written.
  public var keyPath: PartialKeyPath<Root>? { write?.keyPath }
  /// The new value of the field.
  public var value: (any Sendable)? { write?.value }

  var write: FieldWrite<Root>?
  /// Why there is no write: the received path and the mistake.
  var failure: Failure?

  struct Failure: Hashable, Sendable {
    let path: ExactText
    let reason: ExactText
    let code: Issue.Code

    init(path: String, reason: String, code: Issue.Code = .bindingFailed) {
      self.path = ExactText(path)
      self.reason = ExactText(reason)
      self.code = code
    }
  }

  /// Writes a value to a field.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> Self {
    Self(write: FieldWrite(keyPath, value))
  }

  /// Writes a value to a field marked `@BindingState`: `.set(\.$name, "Ann")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) -> Self {
    Self(write: FieldWrite(marked: keyPath, value))
  }
}

extension BindingAction: FieldWriting {
  package var text: String {
    guard let write else { return failure?.path.text ?? "" }
    let value = (write.value as? String)?.debugDescription ?? "\(write.value)"
    return "\(PropertyPath(write.keyPath).text) = \(value)"
  }
}

extension BindingAction: Equatable {}

extension BindingAction {
  /// Matches the field: `case .binding(\.name):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    action.keyPath == keyPath
  }
}

/// A field and its new value, whatever its type.
///
/// A class, so that an action is one reference whatever the types of the fields.
final class FieldWrite<Root>: Equatable, @unchecked Sendable {
  // Immutable. A writable key path captures at most hashable constants.
  let keyPath: PartialKeyPath<Root>
  let value: any Equatable & Sendable
  let apply: (inout Root) -> Void

  private init(
    _ keyPath: PartialKeyPath<Root>, _ value: any Equatable & Sendable,
    apply: @escaping (inout Root) -> Void
  ) {
    self.keyPath = keyPath
    self.value = value
    self.apply = apply
  }

  convenience init<Value: Equatable & Sendable>(
    _ field: WritableKeyPath<Root, Value>, _ value: Value
  ) {
    self.init(field, value) { $0[keyPath: field] = value }
  }

  /// A field marked `@BindingState` is identified by the path of its wrapper, and written through it.
  convenience init<Value: Equatable & Sendable>(
    marked field: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) {
    self.init(field, value) { $0[keyPath: field].wrappedValue = value }
  }

  /// Turns a write of a part's field into a write of the whole.
  convenience init<Part>(_ part: WritableKeyPath<Root, Part>, _ inner: FieldWrite<Part>) {
    self.init(part.field(inner.keyPath), inner.value) { inner.apply(&$0[keyPath: part]) }
  }

  static func == (left: FieldWrite, right: FieldWrite) -> Bool {
    left.keyPath == right.keyPath && left.value.isEqual(to: right.value)
  }
}

extension KeyPath {
  /// Appends the path of a part's field, which always succeeds.
  func field(_ path: PartialKeyPath<Value>) -> PartialKeyPath<Root> {
    (self as PartialKeyPath<Root>).appending(path: path)!
  }
}
