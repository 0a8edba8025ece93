/// Which case an enum value is in, whatever its type.
///
/// Swift has no such question for an unconstrained generic type. Every enum's metadata answers it: a
/// function of its value witness table, at a place that is part of the platform's stable ABI
/// (swift/docs, "Type Metadata" and "Value Witness Table").
@usableFromInline
package enum EnumTag {
  private static let enumKinds: ClosedRange<Int> = 0x201...0x202
  /// Eight functions, size, stride, and two 32-bit fields come before it.
  @usableFromInline static var offset: Int { 8 * 8 + 8 + 8 + 4 + 4 }

  @usableFromInline typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

  @usableFromInline
  package static func isEnum(_ type: Any.Type) -> Bool {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    return enumKinds.contains(metadata.load(as: Int.self))
  }

  /// - Precondition: `isEnum(Value.self)`.
  @inlinable
  package static func of<Value>(_ value: Value) -> UInt32 {
    let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    let witnesses = (metadata - MemoryLayout<UnsafeRawPointer>.size).load(as: UnsafeRawPointer.self)
    let getTag = (witnesses + offset).load(as: GetTag.self)
    return withUnsafePointer(to: value) { getTag(UnsafeRawPointer($0), metadata) }
  }
}
