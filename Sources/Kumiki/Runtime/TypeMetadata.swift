/// What the Swift runtime keeps of a type, at places that are part of the platform's stable ABI
/// (swift/docs/ABI/TypeMetadata.rst and the value witness table).
///
/// The files of this folder alone read there. A module that is built without reflection metadata keeps
/// less, which they can bear.
@usableFromInline
@safe package struct TypeMetadata {
  @usableFromInline let start: UnsafeRawPointer

  @inlinable
  package init(_ type: Any.Type) { unsafe start = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  @inlinable
  var kind: UInt { unsafe start.load(as: UInt.self) }

  package var isStruct: Bool { kind == 0x200 }
  /// Not `Optional`, which has a kind of its own.
  @inlinable
  package var isEnum: Bool { kind == 0x201 }
  @inlinable
  package var isOptional: Bool { kind == 0x202 }

  /// The functions by which values of the type are copied and asked.
  @inlinable
  var valueWitnesses: UnsafeRawPointer {
    unsafe (start - MemoryLayout<UnsafeRawPointer>.size).load(as: UnsafeRawPointer.self)
  }

  /// What describes the type; the instances of a generic type share it.
  /// - Precondition: it is a struct, an enum or an optional.
  var descriptor: UnsafeRawPointer {
    unsafe start.load(
      fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
  }

  /// Whether a type is a dictionary.
  package static func isDictionary(_ type: Any.Type) -> Bool {
    let metadata = TypeMetadata(type)
    return unsafe metadata.isStruct
      && metadata.descriptor == TypeMetadata([String: Int].self).descriptor
  }
}

/// Which case an enum value is in, whatever its type.
///
/// Swift has no such question for an unconstrained generic type. Every enum's metadata answers it by a
/// function of its value witness table.
@usableFromInline
package enum EnumTag {
  /// Eight functions, size, stride, and two 32-bit fields come before it.
  @usableFromInline static var offset: Int { 8 * 8 + 8 + 8 + 4 + 4 }

  @usableFromInline typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

  @inlinable
  package static func isEnum(_ type: Any.Type) -> Bool {
    TypeMetadata(type).isEnum || TypeMetadata(type).isOptional
  }

  /// - Precondition: `isEnum(Value.self)`.
  @inlinable
  package static func of<Value>(_ value: Value) -> UInt32 {
    let metadata = TypeMetadata(Value.self)
    let getTag = unsafe (metadata.valueWitnesses + offset).load(as: GetTag.self)
    return unsafe withUnsafePointer(to: value) {
      unsafe getTag(UnsafeRawPointer($0), metadata.start)
    }
  }
}

extension TypeMetadata {
  /// In the descriptor of a struct: how many words into the metadata the offsets begin.
  private static let offsets = 24

  /// Where a struct keeps a stored property, for one that only a protocol's getter is known of. Nil where
  /// `root` is no struct or has no stored property of that name and type.
  ///
  /// The offsets are in the type's metadata; the order of the properties is that of the value's mirror.
  static func offset<Root, Value>(of name: String, as _: Value.Type, in root: Root) -> Int? {
    let metadata = TypeMetadata(Root.self)
    guard metadata.isStruct, !(root is any CustomReflectable) else { return nil }
    let fields = Array(Mirror(reflecting: root).children)
    guard
      let index = fields.firstIndex(where: { $0.label == name }),
      type(of: fields[index].value) == Value.self
    else { return nil }
    let words = unsafe Int(metadata.descriptor.load(fromByteOffset: offsets, as: UInt32.self))
    return unsafe Int(metadata.start.load(fromByteOffset: words * 8 + index * 4, as: UInt32.self))
  }
}
