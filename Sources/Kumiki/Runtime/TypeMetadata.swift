/// What the Swift runtime keeps of a type, at places that are part of the platform's stable ABI
/// (swift/docs/ABI/TypeMetadata.rst and the value witness table).
///
/// The files of this folder alone read there. A module that is built without reflection metadata keeps
/// less, which they can bear.
@usableFromInline
@safe package struct TypeMetadata: Equatable {
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
