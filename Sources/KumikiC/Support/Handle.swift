internal import CKumikiChecks
internal import KumikiValues
internal import KumikiJSON

/// An object that C holds by an opaque pointer.
///
/// The pointer is one reference. `borrow` reads through it, `consume` takes over the reference, `free` releases it.
/// Each kind of handle is a separate class. If the program passes a pointer to something else or to a freed handle, a
/// debug build stops and names the kind; so does a program that has its handles checked (`Checks`).
class HandleObject {
  /// The type in C; nil for any type.
  class var kind: StaticString? { nil }

  init() { LiveObjects.add() }

  deinit {
    LiveObjects.remove()
    if Checks.areOn { unsafe kumiki_handle_gone(Unmanaged.passUnretained(self).toOpaque()) }
  }
}

extension HandleObject {
  /// Returns a reference for C to own.
  @safe final func retained() -> OpaquePointer {
    unsafe Checks.handle(Unmanaged.passRetained(self).toOpaque(), of: Self.kind)
  }

  /// Returns a pointer without a reference, for C to use while the object lives.
  @safe final func borrowed() -> OpaquePointer {
    unsafe Checks.borrowed(Unmanaged.passUnretained(self).toOpaque(), of: Self.kind)
  }

  /// Returns a pointer for the call of a function of the program. The function may free all other references.
  @safe final func lent() -> OpaquePointer {
    unsafe Checks.lentObject(Unmanaged.passUnretained(self).toOpaque(), of: Self.kind)
  }
}

/// Reads handles of one kind.
enum Handle<Object: HandleObject> {
  @inline(__always)
  @safe static func borrow(_ pointer: CHandle?) -> Object? {
    unsafe pointer.map { unsafe unmanaged($0).takeUnretainedValue() }
  }

  /// Returns the object of a handle. Throws if the handle is NULL.
  @inline(__always)
  @safe static func at(_ pointer: CHandle?, _ what: String) throws -> Object {
    guard let object = borrow(pointer) else { throw Failure.isNull(what) }
    return object
  }

  /// Calls `body` with the object of a handle, without counting the reference. The caller ensures that the object
  /// stays alive. Throws if the handle is NULL.
  @inline(__always)
  @safe static func with<Result>(
    _ pointer: CHandle?, _ what: String, _ body: (Object) throws -> Result
  ) throws -> Result {
    guard let pointer = unsafe pointer else { throw Failure.isNull(what) }
    return try unsafe unmanaged(pointer)._withUnsafeGuaranteedRef(body)
  }

  @safe static func consume(_ pointer: CHandle?) -> Object? {
    unsafe pointer.map { unsafe unmanaged($0, ends: true).takeRetainedValue() }
  }

  @safe static func free(_ pointer: CHandle?) { _ = consume(pointer) }

  /// - Parameter ends: Whether the program gives the handle up.
  @inline(__always)
  private static func unmanaged(_ pointer: CHandle, ends: Bool = false) -> Unmanaged<Object> {
    let address = Checks.address(of: pointer, Object.kind, ends: ends)
    let object = unsafe Unmanaged<HandleObject>.fromOpaque(address)
    assert(
      unsafe object.takeUnretainedValue() is Object,
      "a pointer that is no \(Object.self), or one that was freed")
    return unsafe .fromOpaque(address)
  }
}

extension Handle where Object: StoreMember {
  /// Consumes a handle: immediately on the loop's thread, or at the next dispatch from another thread.
  ///
  /// The loop's thread also releases the object, so that no two threads use it at the same time. A closed loop
  /// accepts nothing; its end has already ended this object, and any thread may release the memory.
  @safe static func release(_ pointer: CHandle?) {
    guard let pointer = unsafe pointer else { return }
    let handle = unsafe unmanaged(pointer, ends: true)
    let last = Once { isDropped in
      let object = unsafe handle.takeRetainedValue()
      if isDropped { return }
      object.end()
      // A call on the stack may still use the object. Without such a call, this one is the only activity.
      guard Object.isUsedUncounted, object.loop.activity > 1 else { return }
      object.loop.whenIdle { withExtendedLifetime(object) {} }
    }
    // Read without an additional reference, which could become the last one.
    let loop = unsafe handle._withUnsafeGuaranteedRef { $0.loop }
    loop.onOwnThread { loop.ending { last.run() } }
  }
}

// MARK: - Loops and jobs

/// A loop as held by C.
final class LoopHandle: HandleObject {
  override class var kind: StaticString? { "kmk_loop" }
  let loop: Loop

  init(_ kind: Loop.Kind, _ workers: WorkerOptions = WorkerOptions()) throws {
    try SoleEngine.require()
    // The C library contains its own Swift runtime.
    GlobalJobs.takeOverRuntime()
    if let refusal = Assumption.refusal { throw Failure.invalid(refusal) }
    loop = try Loop(kind, workers: workers)
    loop.endsWithThread = false
    super.init()
    loop.handleIfAny = Uncounted(self)
  }

  deinit {
    loop.handleIfAny = nil
    loop.close()
  }

  /// Returns the loop behind a pointer.
  @safe static func loop(_ pointer: CHandle?) throws -> Loop {
    try Handle<LoopHandle>.at(pointer, "loop").loop
  }
}

/// A job as held by the program's threads.
final class JobHandle: HandleObject {
  override class var kind: StaticString? { "kmk_job" }
  let ticket: WorkerTicket

  init(_ ticket: WorkerTicket) { self.ticket = ticket }
}

// MARK: - Values that C holds during a call

/// Returns the state behind a `kmk_state *`.
@safe func cursor(_ state: CHandle?) -> ManualBox<JSONState>? { box(state, "kmk_state") }

/// Returns the context of the step behind a `kmk_env *`.
@safe func context(_ env: CHandle?) -> ManualBox<ReduceContext>? { box(env, "kmk_env") }

@inline(__always)
@safe private func box<Value>(_ pointer: CHandle?, _ kind: StaticString) -> ManualBox<Value>? {
  unsafe pointer.map {
    let address = unsafe UnsafeMutableRawPointer(mutating: Checks.address(of: $0, kind))
    return unsafe ManualBox(at: address.assumingMemoryBound(to: Value.self))
  }
}

extension StepContext {
  /// The context as passed to a C function.
  @safe var env: CHandle? { unsafe pointer.map { unsafe Checks.lent($0.address, of: "kmk_env") } }
}

// MARK: - Running effects

/// A pointer to a sender as held by C: one reference to a running effect.
enum Sender {
  /// - Parameter isLent: Whether the sender ends with the call that borrows it, unless the program has ended it
  ///   before.
  @safe static func pointer(_ effect: Uncounted<DrivenEntry>, isLent: Bool = false) -> CHandle {
    unsafe effect.with {
      let address = unsafe UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque())
      return isLent
        ? Checks.lentObject(address, of: "kmk_sender")
        : Checks.borrowed(address, of: "kmk_sender")
    }
  }

  /// Returns the effect behind a pointer, borrowed; nil for NULL.
  @safe static func at(_ pointer: CHandle?, ends: Bool = false) -> Uncounted<DrivenEntry>? {
    guard let pointer = unsafe pointer else { return nil }
    let address = Checks.address(of: pointer, "kmk_sender", ends: ends)
    assert(
      unsafe Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() is DrivenEntry,
      "a pointer that is not a sender, or a finished sender")
    return unsafe Unmanaged<DrivenEntry>.fromOpaque(address)
      ._withUnsafeGuaranteedRef { Uncounted($0) }
  }

  /// Runs `body`, which ends the effect, and releases the sender's reference.
  @safe static func complete(_ pointer: CHandle?, _ body: @escaping @Sendable (EffectEntry) -> Void)
  {
    guard let effect = at(pointer, ends: true) else { return }
    let shortages = Shortage.count
    if let loop = DrivenEntry.complete(effect, body) { loop.noteShortage(since: shortages) }
  }
}
