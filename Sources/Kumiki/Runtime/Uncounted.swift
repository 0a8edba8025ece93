/// A reference that is not counted, for those who know that somebody else holds the object.
///
/// To follow a counted reference is two atomic additions, more than most of what a step does. Here
/// whoever makes one says who holds the object meanwhile.
@safe
@usableFromInline
package struct Uncounted<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  /// - Parameter object: held by somebody else for as long as this is used.
  @inlinable @inline(__always)
  package init(_ object: Object) { unsafe reference = .passUnretained(object) }

  /// One that holds the object itself, until ``release()``.
  @inlinable @inline(__always)
  package static func retained(_ object: Object) -> Self {
    let made = Self(object)
    made.retain()
    return made
  }

  @inlinable @inline(__always)
  @discardableResult
  package func retain() -> Self {
    _ = unsafe reference.retain()
    return self
  }

  @inlinable @inline(__always)
  package func release() { unsafe reference.release() }

  /// The object, counted, and this lets go of it.
  @inlinable @inline(__always)
  package func consume() -> Object { unsafe reference.takeRetainedValue() }

  /// The object, counted.
  @inlinable @inline(__always)
  package var object: Object { unsafe reference.takeUnretainedValue() }

  /// Calls `body` with the object, without counting it.
  @inlinable @inline(__always)
  package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }

  /// True of two that refer to one object.
  @inlinable @inline(__always)
  package static func == (left: Self, right: Self) -> Bool {
    unsafe left.reference.toOpaque() == right.reference.toOpaque()
  }
}
