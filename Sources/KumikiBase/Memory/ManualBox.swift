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

/// Elements that are allocated and freed manually, for records that each write uses again: an access touches no
/// reference count and does not check whether the memory is shared. All copies have the same elements; the maker frees
/// them once.
@safe
@usableFromInline
package struct ManualArray<Element> {
  @usableFromInline var start: UnsafeMutablePointer<Element>?
  /// The number of elements. All of them have a value.
  @usableFromInline package private(set) var count = 0

  @usableFromInline package init() { unsafe start = nil }

  /// Makes room for a number of elements, twice as many as asked for. New ones have a given value.
  @inlinable @inline(__always)
  package mutating func reserve(_ wanted: Int, _ value: @autoclosure () -> Element) {
    if count < wanted { grow(2 * wanted, value()) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ wanted: Int, _ value: Element) {
    let room = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
    if let start = unsafe start {
      unsafe room.moveInitialize(from: start, count: count)
      unsafe start.deallocate()
    }
    unsafe (room + count).initialize(repeating: value, count: wanted - count)
    unsafe start = room
    count = wanted
  }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe UnsafePointer(start!) + index
    }
    nonmutating unsafeMutableAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe start! + index
    }
  }

  /// The memory of the elements, valid until there are more of them.
  @inlinable @inline(__always)
  package var bytes: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(
      start: start, count: count &* MemoryLayout<Element>.stride)
  }

  @usableFromInline
  package func free() {
    unsafe start?.deinitialize(count: count)
    unsafe start?.deallocate()
  }
}
