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
  func retained() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// A pointer without a reference, for C to use while this lives.
  func borrowed() -> OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

/// Reads handles of one kind.
enum Handle<Object: HandleObject> {
  static func borrow(_ pointer: OpaquePointer?) -> Object? {
    pointer.map { unmanaged($0).takeUnretainedValue() }
  }

  /// Reads through a pointer without a reference of its own.
  static func borrowing<Result>(_ pointer: OpaquePointer, _ body: (Object) -> Result) -> Result {
    unmanaged(pointer)._withUnsafeGuaranteedRef(body)
  }

  static func consume(_ pointer: OpaquePointer?) -> Object? {
    pointer.map { unmanaged($0).takeRetainedValue() }
  }

  static func free(_ pointer: OpaquePointer?) {
    if let pointer { unmanaged(pointer).release() }
  }

  private static func unmanaged(_ pointer: OpaquePointer) -> Unmanaged<Object> {
    let object = Unmanaged<HandleObject>.fromOpaque(UnsafeRawPointer(pointer))
    assert(
      object.takeUnretainedValue() is Object,
      "a pointer that is no \(Object.self), or one that was freed")
    return .fromOpaque(UnsafeRawPointer(pointer))
  }
}
