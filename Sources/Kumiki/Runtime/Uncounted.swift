public import Synchronization

/// A reference that is not counted, for those who know that somebody else holds the object.
///
/// To follow a counted reference is two atomic additions, more than most of what a step does. Here
/// whoever makes one says who holds the object meanwhile.
@safe
@usableFromInline
package struct Uncounted<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable @inline(__always)
  init(_ reference: Unmanaged<Object>) { unsafe self.reference = reference }

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

// What uses the object on another thread knows that it is still there.
extension Uncounted: @unchecked Sendable where Object: Sendable {}

/// A reference that is made when it is first asked for, by whichever thread asks first, and then held.
///
/// An atomic pointer is read by one instruction; `AtomicLazyReference` takes hundreds.
@safe
@usableFromInline
package struct OnceReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  @usableFromInline let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  @inlinable
  package init() {}

  @inlinable
  deinit { if known != nil { clear() } }

  /// Nil before there is one.
  @inlinable @inline(__always)
  package var known: Uncounted<Object>? {
    unsafe reference.load(ordering: .acquiring).map { unsafe Uncounted($0) }
  }

  @inlinable @inline(__always)
  package func callAsFunction(_ make: () -> Object) -> Uncounted<Object> {
    known ?? keep(make())
  }

  /// Keeps an object, unless there is one already; answers the one that is kept.
  @usableFromInline @inline(never)
  @discardableResult
  func keep(_ object: Object) -> Uncounted<Object> {
    let made = unsafe Unmanaged.passRetained(object)
    let (isFirst, before) = unsafe reference.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    if isFirst { return unsafe Uncounted(made) }
    unsafe made.release()
    return unsafe Uncounted(before!)
  }

  /// Lets go of it. Nobody may use it meanwhile.
  @usableFromInline
  package func clear() {
    unsafe reference.exchange(nil, ordering: .acquiringAndReleasing)?.release()
  }
}
