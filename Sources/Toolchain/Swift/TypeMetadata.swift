/// The Swift runtime's metadata of a type. Its offsets are the offsets of swift/docs/ABI/TypeMetadata.rst and of the
/// value witness table. On Linux no version of Swift promises them to the next, so ``Assumption`` tries them.
///
/// Only the files in this folder read the metadata. They also work with a module that is built without reflection
/// metadata, which contains less.
@usableFromInline
@safe package struct TypeMetadata {
  @usableFromInline let start: UnsafeRawPointer

  @inlinable
  package init(_ type: Any.Type) { unsafe start = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  @inlinable
  var kind: UInt { unsafe start.load(as: UInt.self) }

  package var isStruct: Bool { kind == 0x200 }
  /// Whether the type is an enum. False for `Optional`, which has its own kind.
  @inlinable
  package var isEnum: Bool { kind == 0x201 }
  @inlinable
  package var isOptional: Bool { kind == 0x202 }

  /// The table of functions that copy and inspect values of the type.
  @inlinable
  var valueWitnesses: UnsafeRawPointer {
    unsafe (start - MemoryLayout<UnsafeRawPointer>.size).load(as: UnsafeRawPointer.self)
  }

  /// The type's descriptor, which all specialisations of a generic type share.
  /// - Precondition: The type is a struct, an enum or an optional.
  var descriptor: UnsafeRawPointer {
    unsafe start.load(
      fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
  }

  /// Whether a type is a dictionary.
  package static func isDictionary(_ type: Any.Type) -> Bool {
    TypeMetadata(type).isStruct(like: [String: Int].self)
  }

  /// Whether a type is a set.
  package static func isSet(_ type: Any.Type) -> Bool {
    TypeMetadata(type).isStruct(like: Set<Int>.self)
  }

  /// Whether this is a struct that differs from another one at most in its type arguments.
  private func isStruct(like other: Any.Type) -> Bool {
    unsafe isStruct && descriptor == TypeMetadata(other).descriptor
  }
}

/// The case number of an enum value of any type.
///
/// Swift cannot find the case of an unconstrained generic value. The value witness table of every enum has a function
/// that can.
@usableFromInline
package enum EnumTag {
  /// The offset of that function, after eight functions, size, stride and two 32-bit fields.
  @usableFromInline static var offset: Int { 8 * 8 + 8 + 8 + 4 + 4 }

  @usableFromInline typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

  @inlinable
  package static func isEnum(_ type: Any.Type) -> Bool {
    TypeMetadata(type).isEnum || TypeMetadata(type).isOptional
  }

  /// Whether the table has a type's size and stride at the expected offsets, before the function.
  static func tableFits<Value>(_: Value.Type) -> Bool {
    let table = unsafe TypeMetadata(Value.self).valueWitnesses
    let size = unsafe table.load(fromByteOffset: 64, as: Int.self)
    let stride = unsafe table.load(fromByteOffset: 72, as: Int.self)
    return size == MemoryLayout<Value>.size && stride == MemoryLayout<Value>.stride
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
  /// Returns the offset of a struct's stored property, for a property that is known only as a protocol's requirement.
  /// Returns nil if `root` is not a struct or has no stored property of that name and type.
  ///
  /// The properties are numbered as in the value's mirror.
  package static func offset<Root, Value>(of name: String, as _: Value.Type, in root: Root) -> Int?
  {
    let metadata = TypeMetadata(Root.self)
    guard metadata.isStruct, !(root is any CustomReflectable), Assumption.fieldOffsets.holds else {
      return nil
    }
    let fields = Array(Mirror(reflecting: root).children)
    guard
      let index = fields.firstIndex(where: { $0.label == name }),
      type(of: fields[index].value) == Value.self
    else { return nil }
    return metadata.fieldOffset(index)
  }

  /// - Precondition: The type is a struct with more than `index` stored properties.
  func fieldOffset(_ index: Int) -> Int {
    // The descriptor contains the index of the metadata word where the offsets start.
    let words = unsafe Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    return unsafe Int(start.load(fromByteOffset: words * 8 + index * 4, as: UInt32.self))
  }
}
