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
    let type = TypeMetadata(type)
    return type.isEnum || type.isOptional
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
