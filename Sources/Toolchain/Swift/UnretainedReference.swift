internal import CKumikiRuntime

/// A reference that does not keep its object alive. Any thread may get the object from it.
///
/// Like a weak reference, but without the side table, which would make every retain of the object slower. It keeps
/// the object's memory until the reference is gone. A plain unowned reference would end the program if the object is
/// being released on another thread.
@usableFromInline
@safe package struct UnretainedReference<Object: AnyObject> {
  @usableFromInline unowned let memory: Object
  @usableFromInline package let bare: Unmanaged<Object>

  @inlinable
  package init(_ object: Object) {
    memory = object
    unsafe bare = .passUnretained(object)
  }

  /// The object; nil once its last reference was released.
  @inlinable @inline(__always)
  package var object: Object? { unsafe Self.object(bare) }

  /// Returns the object of a reference that the caller keeps during the call. For code that runs with each action:
  /// reading the whole reference would count the object's memory.
  @inlinable @inline(__always)
  package static func object(_ bare: Unmanaged<Object>) -> Object? {
    guard unsafe tryRetain(bare.toOpaque()) else { return nil }
    return unsafe bare.takeRetainedValue()
  }
}

@usableFromInline
func tryRetain(_ object: UnsafeMutableRawPointer) -> Bool {
  unsafe kumiki_runtime_try_retain(object)
}
