/// A value at a fixed address, allocated and freed manually. For the few values that every step reads: an access
/// touches no reference count and makes no exclusivity check. The maker frees the box after its last use, and only
/// one thread uses it.
@safe
@usableFromInline
package struct ManualBox<Value> {
  @usableFromInline package let address: UnsafeMutablePointer<Value>

  /// - Parameter address: The address of a value that outlives all uses of this box.
  @inlinable @inline(__always)
  package init(at address: UnsafeMutablePointer<Value>) { unsafe self.address = address }

  @usableFromInline
  package static func make(_ value: Value) -> Self {
    let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe address.initialize(to: value)
    return unsafe Self(at: address)
  }

  @inlinable @inline(__always)
  package var pointee: Value {
    unsafeAddress { unsafe UnsafePointer(address) }
    nonmutating unsafeMutableAddress { unsafe address }
  }

  @usableFromInline
  package func free() {
    unsafe address.deinitialize(count: 1)
    unsafe address.deallocate()
  }
}

/// A box whose type is known only to the code that opens it.
@safe
@usableFromInline
package struct ErasedBox {
  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  package init<Value>(_ box: ManualBox<Value>) {
    unsafe address = UnsafeMutableRawPointer(box.address)
  }

  @inlinable @inline(__always)
  package func of<Value>(_: Value.Type = Value.self) -> ManualBox<Value> {
    unsafe ManualBox(at: address.assumingMemoryBound(to: Value.self))
  }
}
