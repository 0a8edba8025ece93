public import Synchronization

/// A reference that is not counted, for code that knows that the object is retained elsewhere.
///
/// Using a counted reference costs two atomic additions, more than most other parts of a step. The code that makes an
/// uncounted reference ensures that the object stays retained while the reference is used.
@safe
@usableFromInline
package struct Uncounted<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable @inline(__always)
  init(_ reference: Unmanaged<Object>) { unsafe self.reference = reference }

  /// - Parameter object: An object that is retained elsewhere for as long as the reference is used.
  @inlinable @inline(__always)
  package init(_ object: Object) { unsafe reference = .passUnretained(object) }

  /// A reference that retains the object, until ``release()``.
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

  /// The object as a counted reference, which takes over the count of ``retained(_:)``.
  @inlinable @inline(__always)
  package func consume() -> Object { unsafe reference.takeRetainedValue() }

  /// The object as a counted reference.
  @inlinable @inline(__always)
  package var object: Object { unsafe reference.takeUnretainedValue() }

  /// Calls `body` with the object, without counting it.
  @inlinable @inline(__always)
  package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }

  /// Whether both refer to the same object.
  @inlinable @inline(__always)
  package static func == (left: Self, right: Self) -> Bool {
    unsafe left.reference.toOpaque() == right.reference.toOpaque()
  }
}

// Unchecked: code that uses the object on another thread ensures that it is still retained.
extension Uncounted: @unchecked Sendable where Object: Sendable {}

/// An uncounted reference whose class is known only to the code that uses it.
@safe
@usableFromInline
package struct ErasedReference {
  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  package init<Object>(_ reference: Uncounted<Object>) {
    unsafe address = reference.reference.toOpaque()
  }

  @inlinable @inline(__always)
  package func of<Object>(_: Object.Type = Object.self) -> Uncounted<Object> {
    unsafe Uncounted(.fromOpaque(address))
  }
}

/// A reference whose object is made on first use, by whichever thread is first, and then retained.
///
/// One instruction reads an atomic pointer; `AtomicLazyReference` takes hundreds.
@safe
@usableFromInline
package struct OnceReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  @usableFromInline let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  @inlinable
  package init() {}

  @inlinable
  deinit { if known != nil { clear() } }

  /// The object; nil if it has not been made.
  @inlinable @inline(__always)
  package var known: Uncounted<Object>? {
    unsafe reference.load(ordering: .acquiring).map { unsafe Uncounted($0) }
  }

  @inlinable @inline(__always)
  package func callAsFunction(_ make: () -> Object) -> Uncounted<Object> {
    known ?? keep(make())
  }

  /// Stores an object unless one is already stored, and returns the stored object.
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

  /// Releases the object. No other thread may use it at the same time.
  @usableFromInline
  package func clear() {
    unsafe reference.exchange(nil, ordering: .acquiringAndReleasing)?.release()
  }
}
