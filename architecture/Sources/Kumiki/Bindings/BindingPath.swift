/// A state that declares which of its fields may be written from outside, by JSON Pointer.
///
///     extension Settings.State: BindableState {
///       static var bindingPaths: [BindingPath<Self>] {
///         [.field("/name", \.name), .field("/volume", \.$volume)]
///           + BindingPath.fields(below: "/address", \.address)
///       }
///     }
///
/// This makes `BindingAction<Settings.State>` `Codable` in the form `{"path": "/name", "value": "Ann"}`, so
/// that the feature accepts `{"binding": {"path": …}}` from C.
public protocol BindableState {
  /// The fields that may be written from outside, each with its name.
  static var bindingPaths: [BindingPath<Self>] { get }
}

/// A field of a state under a JSON Pointer (RFC 6901).
public struct BindingPath<Root> {
  let pointer: String
  let keyPath: PartialKeyPath<Root>
  /// Reads and writes the member `value` of a binding's coded form.
  let decode: (KeyedDecodingContainer<BindingCodingKeys>) throws -> FieldWrite<Root>
  let encode: (_ value: Any, inout KeyedEncodingContainer<BindingCodingKeys>) throws -> Void

  /// A field by its key path.
  ///
  /// - Parameters:
  ///   - pointer: `""` for the whole state, `"/name"` for a member of that name.
  ///   - keyPath: the key path of the field in the state.
  public static func field<Field: Codable & Equatable & Sendable>(
    _ pointer: String, _ keyPath: WritableKeyPath<Root, Field>
  ) -> Self {
    field(pointer, keyPath) { FieldWrite(keyPath, $0) }
  }

  /// A field marked `@BindingState`: `.field("/volume", \.$volume)`.
  public static func field<Field: Codable & Equatable & Sendable>(
    _ pointer: String, _ keyPath: WritableKeyPath<Root, BindingState<Field>>
  ) -> Self {
    field(pointer, keyPath) { FieldWrite(marked: keyPath, $0) }
  }

  private static func field<Field: Codable>(
    _ pointer: String, _ keyPath: PartialKeyPath<Root>,
    write: @escaping (Field) -> FieldWrite<Root>
  ) -> Self {
    Self(pointer: pointer, keyPath: keyPath) {
      write(try $0.decode(Field.self, forKey: .value))
    } encode: { value, container in
      try container.encode(value as? Field, forKey: .value)
    }
  }

  /// The fields of a part that is ``BindableState`` itself, with `pointer` before their own.
  public static func fields<Part: BindableState>(
    below pointer: String, _ keyPath: WritableKeyPath<Root, Part>
  ) -> [Self] {
    Part.bindingPaths.map { inner in
      Self(pointer: pointer + inner.pointer, keyPath: keyPath.field(inner.keyPath)) {
        FieldWrite(keyPath, try inner.decode($0))
      } encode: {
        try inner.encode($0, &$1)
      }
    }
  }
}

/// Named like the words of ``ActionWord``.
enum BindingCodingKeys: CodingKey { case path, value }
