internal import Kumiki

/// An object that C holds by an opaque pointer.
///
/// The pointer is one reference. `borrow` reads through it, `consume` takes over the reference, `free`
/// releases it. Each kind of handle is a separate class. If a pointer to something else or to a freed handle
/// is passed, a debug build stops and names the kind.
class HandleObject {
  init() { LiveObjects.add() }
  deinit { LiveObjects.remove() }
}

extension HandleObject {
  /// A reference for C to own.
  @safe final func retained() -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque())
  }

  /// A pointer without a reference, for C to use while this lives.
  @safe final func borrowed() -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
  }
}

/// Reads handles of one kind.
enum Handle<Object: HandleObject> {
  @safe static func borrow(_ pointer: CHandle?) -> Object? {
    unsafe pointer.map { unsafe unmanaged($0).takeUnretainedValue() }
  }

  /// The handle that an argument must be.
  @safe static func at(_ pointer: CHandle?, _ what: String) throws -> Object {
    guard let object = borrow(pointer) else { throw Failure.isNull(what) }
    return object
  }

  /// Reads through a pointer without retaining the object.
  @safe static func borrowing<Result>(_ pointer: CHandle?, _ body: (Object) -> Result) -> Result? {
    unsafe pointer.map { unsafe unmanaged($0)._withUnsafeGuaranteedRef(body) }
  }

  @safe static func consume(_ pointer: CHandle?) -> Object? {
    unsafe pointer.map { unsafe unmanaged($0).takeRetainedValue() }
  }

  @safe static func free(_ pointer: CHandle?) { _ = consume(pointer) }

  private static func unmanaged(_ pointer: CHandle) -> Unmanaged<Object> {
    let object = unsafe Unmanaged<HandleObject>.fromOpaque(UnsafeRawPointer(pointer))
    assert(
      unsafe object.takeUnretainedValue() is Object,
      "a pointer that is no \(Object.self), or one that was freed")
    return unsafe .fromOpaque(UnsafeRawPointer(pointer))
  }
}

/// The value that C holds during a call: behind a `kmk_state *` or a `kmk_env *`.
@safe func box<Value>(_ pointer: CHandle?) -> ManualBox<Value>? {
  unsafe pointer.map { unsafe ManualBox(at: UnsafeMutablePointer($0)) }
}

extension ManualBox {
  /// The pointer that C holds.
  @safe var handle: CHandle { unsafe CHandle(address) }
}
