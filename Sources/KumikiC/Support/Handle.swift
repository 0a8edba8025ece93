internal import Kumiki

/// An object that C holds by an opaque pointer.
///
/// The pointer is one reference. `borrow` reads through it, `consume` takes the reference over, `free`
/// gives it back. Each kind of handle is a class of its own, so that a debug build stops, naming the kind,
/// when a pointer to something else or to a freed handle is passed.
class HandleObject {
  init() { LiveObjects.add() }
  deinit { LiveObjects.remove() }
}

extension HandleObject {
  /// A reference for C to hold.
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

  /// Reads through a pointer without a reference of its own.
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

/// What C holds for the length of a call: a `kmk_state *`, a `kmk_env *`.
@safe func box<Value>(_ pointer: CHandle?) -> ManualBox<Value>? {
  unsafe pointer.map { unsafe ManualBox(at: UnsafeMutablePointer($0)) }
}

extension ManualBox {
  /// As C holds it.
  @safe var handle: CHandle { unsafe CHandle(address) }
}
