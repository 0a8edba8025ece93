/// An enum without payloads: a value is stored as the number of its case, in as few bytes as the cases need.
package enum PlainEnum {
  /// Whether a type is small enough to be such an enum.
  @inlinable @inline(__always)
  package static func isPossible<Value>(_: Value.Type) -> Bool { MemoryLayout<Value>.size <= 2 }

  /// Returns the number of a value's case.
  /// - Precondition: `Value` is such an enum.
  @inlinable @inline(__always)
  package static func position<Value>(of value: Value) -> Int? {
    unsafe withUnsafeBytes(of: value) { bytes in
      switch MemoryLayout<Value>.size {
      case 0: 0
      case 1: unsafe Int(bytes[0])
      case 2: unsafe Int(bytes.loadUnaligned(as: UInt16.self))
      default: nil
      }
    }
  }

  /// Returns the value of the case with a number.
  /// - Precondition: `Value` is such an enum, and has the case.
  @inlinable @inline(__always)
  package static func value<Value>(at position: Int) -> Value {
    switch MemoryLayout<Value>.size {
    case 0: unsafe unsafeBitCast((), to: Value.self)
    case 1: unsafe unsafeBitCast(UInt8(truncatingIfNeeded: position), to: Value.self)
    default: unsafe unsafeBitCast(UInt16(truncatingIfNeeded: position), to: Value.self)
    }
  }
}
