internal import CKumiki
internal import CKumikiChecks
internal import KumikiJSON

// The checks that `kmk_checks_begin` turns on (kumiki_checks.h). While they are off, each function here only tests a
// flag.

/// Calls a function of the program. `type` is the function's type in the header. The values lent during the call may
/// be checked.
@inline(__always)
func calling<Result>(_ type: StaticString, _ function: () -> Result) -> Result {
  let call = Checks.areOn ? Checks.began(type) : 0
  let result = function()
  if call != 0 { kumiki_call_ended(call) }
  return result
}

enum Checks {
  @inline(__always)
  static var areOn: Bool { kumiki_checks_are_on() }

  @inline(never)
  fileprivate static func began(_ type: StaticString) -> Int {
    unsafe kumiki_call_began(constant(type))
  }

  // MARK: - Handles

  /// Makes a handle for C that holds one reference to an object.
  @inline(__always)
  @safe static func handle(
    _ object: UnsafeRawPointer, of kind: @autoclosure () -> StaticString?
  ) -> CHandle {
    unsafe made(object, kind, kumiki_handle_new)
  }

  /// Makes a handle for C without a reference.
  @inline(__always)
  @safe static func borrowed(
    _ object: UnsafeRawPointer, of kind: @autoclosure () -> StaticString?
  ) -> CHandle {
    unsafe made(object, kind, kumiki_handle_borrowed)
  }

  /// Makes a handle that C gives back once.
  @inline(__always)
  @safe static func once(_ object: UnsafeRawPointer, of kind: StaticString) -> CHandle {
    unsafe made(object, { kind }, kumiki_handle_once)
  }

  /// Makes a handle that ends with the call that borrows it.
  @inline(__always)
  @safe static func lent(_ object: UnsafeRawPointer, of kind: StaticString) -> CHandle {
    unsafe made(object, { kind }, kumiki_lent_handle)
  }

  /// Makes a handle for the call that borrows an object.
  @inline(__always)
  @safe static func lentObject(
    _ object: UnsafeRawPointer, of kind: @autoclosure () -> StaticString?
  ) -> CHandle {
    unsafe made(object, kind, kumiki_lent_object)
  }

  private typealias Maker = (UnsafeRawPointer?, CText?) -> UnsafeRawPointer?

  @inline(__always)
  private static func made(
    _ object: UnsafeRawPointer, _ kind: () -> StaticString?, _ make: Maker
  ) -> CHandle {
    unsafe CHandle(areOn ? make(object, name(kind()))! : object)
  }

  private static func name(_ kind: StaticString?) -> CText? { unsafe kind.map { constant($0) } }

  /// Returns the object of a handle. Stops a program with checks on if the handle is not of the required kind.
  ///
  /// - Parameter ends: Whether the program gives the handle up.
  @inline(__always)
  @safe static func address(
    of handle: CHandle, _ kind: @autoclosure () -> StaticString?, ends: Bool = false
  ) -> UnsafeRawPointer {
    let pointer = unsafe UnsafeRawPointer(handle)
    guard unsafe kumiki_handle_is_checked(pointer) else { return unsafe pointer }
    return unsafe checked(pointer, kind(), ends)
  }

  @inline(never)
  private static func checked(
    _ handle: UnsafeRawPointer, _ kind: StaticString?, _ ends: Bool
  ) -> UnsafeRawPointer {
    unsafe ends ? kumiki_handle_end(handle, name(kind)) : kumiki_handle_object(handle, name(kind))
  }

  // MARK: - Values

  /// Returns the value that is lent to C in place of `value`.
  ///
  /// - Parameter untilWrite: Whether the loan ends with the next write.
  @inline(__always)
  @safe static func lent(_ value: CJSON?, untilWrite: Bool) -> CJSON? {
    unsafe areOn ? kumiki_lent_value(value, untilWrite) : value
  }

  /// Returns the value that C receives in place of a part of the state.
  @safe static func snapshot(_ value: CNewJSON?) -> CNewJSON? {
    unsafe areOn ? kumiki_snapshot_value(value) : value
  }

  /// Checks a value that the program passes.
  @inline(__always)
  @safe static func checkValue(_ value: CJSON?) { if areOn { unsafe kumiki_check_value(value) } }

  /// Called before the state of the call is written.
  @inline(__always)
  static func writing() { if areOn { kumiki_writing() } }

  /// Called after the state of the call was written, or the write failed.
  @inline(__always)
  static func written(_ isDone: Bool = true) { if areOn { kumiki_written(isDone) } }

  /// Stops a program that calls from a wrong thread.
  @inline(never)
  static func wrongThread() { if areOn { kumiki_checks_wrong_thread() } }
}
