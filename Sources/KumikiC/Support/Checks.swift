internal import CKumiki
internal import CKumikiChecks
internal import KumikiJSON

// What `kmk_checks_begin` turns on (kumiki_checks.h). Without it each of these is a look at a flag.

/// Calls a function of the program, of this type of the header. What is lent to it meanwhile may be checked.
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

  /// A handle for C, of one reference to an object.
  @inline(__always)
  @safe static func handle(
    _ object: UnsafeRawPointer, of kind: @autoclosure () -> StaticString?
  ) -> CHandle {
    unsafe made(object, kind, kumiki_handle_new)
  }

  /// A handle for C without a reference.
  @inline(__always)
  @safe static func borrowed(
    _ object: UnsafeRawPointer, of kind: @autoclosure () -> StaticString?
  ) -> CHandle {
    unsafe made(object, kind, kumiki_handle_borrowed)
  }

  /// A handle that C gives back once.
  @inline(__always)
  @safe static func once(_ object: UnsafeRawPointer, of kind: StaticString) -> CHandle {
    unsafe made(object, { kind }, kumiki_handle_once)
  }

  /// A handle that ends with the call in which it is lent.
  @inline(__always)
  @safe static func lent(_ object: UnsafeRawPointer, of kind: StaticString) -> CHandle {
    unsafe made(object, { kind }, kumiki_lent_handle)
  }

  /// A handle for the call in which an object is lent.
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

  /// The object of a handle. A program that is checked stops if it is not what it must be.
  ///
  /// - Parameter ends: the program has this handle no longer.
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

  /// What is lent to C in place of a value.
  ///
  /// - Parameter untilWrite: it ends with the next write.
  @inline(__always)
  @safe static func lent(_ value: CJSON?, untilWrite: Bool) -> CJSON? {
    unsafe areOn ? kumiki_lent_value(value, untilWrite) : value
  }

  /// What is given to C in place of a part of the state.
  @safe static func snapshot(_ value: CNewJSON?) -> CNewJSON? {
    unsafe areOn ? kumiki_snapshot_value(value) : value
  }

  /// Looks at a value that the program passes.
  @inline(__always)
  @safe static func look(at value: CJSON?) { if areOn { unsafe kumiki_check_value(value) } }

  /// The state of the call is about to be written.
  @inline(__always)
  static func writing() { if areOn { kumiki_writing() } }

  /// The state of the call was written, or that has failed.
  @inline(__always)
  static func written(_ isDone: Bool = true) { if areOn { kumiki_written(isDone) } }

  /// Stops a program that calls from a thread that may not.
  @inline(never)
  static func wrongThread() { if areOn { kumiki_checks_wrong_thread() } }
}
