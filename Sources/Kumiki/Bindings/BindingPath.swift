/// A state that says which of its fields may be written from outside, by their JSON Pointers.
///
///     extension Settings.State: BindableState {
///       static var bindingPaths: [BindingPath<Self>] {
///         [.field("/name", \.name), .field("/volume", \.$volume)]
///           + BindingPath.fields(below: "/address", \.address)
///       }
///     }
///
/// With it `BindingAction<Settings.State>` is `Codable`, in the form
/// `{"path": "/name", "value": "Ann"}`; so a feature seen from C takes `{"binding": {"path": …}}`.
public protocol BindableState {
  static var bindingPaths: [BindingPath<Self>] { get }
}

/// A field of a state under a JSON Pointer (RFC 6901).
public struct BindingPath<Root> {
  let pointer: String
  let keyPath: PartialKeyPath<Root>
  /// Reads and writes the member `value` of a binding's coded form.
  let decode: (KeyedDecodingContainer<BindingCodingKeys>) throws -> AnyFieldWrite<Root>
  let encode: (AnyFieldWrite<Root>, inout KeyedEncodingContainer<BindingCodingKeys>) throws -> Void

  /// A field by its key path.
  ///
  /// - Parameter pointer: `""` for the whole state, `"/name"` for a member of that name.
  public static func field<Field: Codable & Equatable & Sendable>(
    _ pointer: String, _ keyPath: WritableKeyPath<Root, Field>
  ) -> Self {
    Self(pointer: pointer, keyPath: keyPath) {
      FieldWrite(keyPath, try $0.decode(Field.self, forKey: .value))
    } encode: { write, container in
      try container.encode(write.stored as? Field, forKey: .value)
    }
  }

  /// A field that is marked as `@BindingState`: `.field("/volume", \.$volume)`.
  public static func field<Field: Codable & Equatable & Sendable>(
    _ pointer: String, _ keyPath: WritableKeyPath<Root, BindingState<Field>>
  ) -> Self {
    Self(pointer: pointer, keyPath: keyPath) {
      FieldWrite(marked: keyPath, try $0.decode(Field.self, forKey: .value))
    } encode: { write, container in
      try container.encode(write.stored as? Field, forKey: .value)
    }
  }

  /// The fields of a part that is ``BindableState`` itself, below a pointer.
  public static func fields<Part: BindableState>(
    below pointer: String, _ keyPath: WritableKeyPath<Root, Part>
  ) -> [Self] {
    Part.bindingPaths.map { inner in
      Self(
        pointer: pointer + inner.pointer,
        keyPath: PartWrite<Root, Part>.path(keyPath, inner.keyPath)
      ) {
        PartWrite(keyPath, try inner.decode($0))
      } encode: { write, container in
        try inner.encode(ValueOnly(write, inner.keyPath), &container)
      }
    }
  }
}

enum BindingCodingKeys: ActionKey {
  case path, value

  var word: ActionWord {
    switch self {
    case .path: .path
    case .value: .value
    }
  }
}

/// A write of a part's field, as one of the whole's.
private final class PartWrite<Root, Part>: AnyFieldWrite<Root>, @unchecked Sendable {
  private let part: WritableKeyPath<Root, Part>
  private let inner: AnyFieldWrite<Part>

  init(_ part: WritableKeyPath<Root, Part>, _ inner: AnyFieldWrite<Part>) {
    self.part = part
    self.inner = inner
    super.init(Self.path(part, inner.keyPath))
  }

  static func path(
    _ part: WritableKeyPath<Root, Part>, _ field: PartialKeyPath<Part>
  ) -> PartialKeyPath<Root> {
    // Two key paths of matching types can always be appended.
    (part as PartialKeyPath<Root>).appending(path: field)!
  }

  override var stored: any Sendable { inner.stored }
  override func apply(to root: inout Root) { inner.apply(to: &root[keyPath: part]) }
  override func holds(_ other: any Sendable) -> Bool { inner.holds(other) }
}

/// Encodes only the value of a write of the whole state, in the form that the part declares.
private final class ValueOnly<Root, Whole>: AnyFieldWrite<Root>, @unchecked Sendable {
  private let whole: AnyFieldWrite<Whole>

  init(_ whole: AnyFieldWrite<Whole>, _ keyPath: PartialKeyPath<Root>) {
    self.whole = whole
    super.init(keyPath)
  }

  override var stored: any Sendable { whole.stored }
}
