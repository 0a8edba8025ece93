internal import Kumiki
internal import KumikiJSON

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

extension Handle where Object: StoreMember {
  /// Consumes a handle: on the loop's thread immediately, from another one at the next dispatch.
  ///
  /// The loop's thread also releases it, so that no two threads use it at the same time. A closed loop
  /// accepts nothing; its end has ended this object too, and the memory may be released on any thread.
  @safe static func letGo(_ pointer: CHandle?) {
    let last = Once { isDropped in
      let object = consume(pointer)
      if !isDropped { object?.end() }
    }
    // Read without a reference of its own, which could become the last one.
    guard let pointer = unsafe pointer else { return }
    let loop = unsafe unmanaged(pointer)._withUnsafeGuaranteedRef { $0.loop }
    loop.onOwnThread { loop.ending { last.run() } }
  }
}

// MARK: - Loops and jobs

/// A loop, as held by C.
final class LoopHandle: HandleObject {
  let loop: Loop

  init(_ kind: Loop.Kind, _ workers: WorkerOptions = WorkerOptions()) throws {
    try SoleEngine.require()
    // The C library contains its own Swift runtime.
    GlobalJobs.takeOverRuntime()
    if let refusal = Assumption.refusal { throw Failure.invalid(refusal) }
    loop = try Loop(kind, workers: workers)
  }

  deinit { loop.close() }

  /// The loop behind a pointer.
  @safe static func loop(_ pointer: CHandle?) throws -> Loop {
    try Handle<LoopHandle>.at(pointer, "loop").loop
  }
}

/// A job, as held by the program's threads.
final class JobHandle: HandleObject {
  let ticket: WorkerTicket

  init(_ ticket: WorkerTicket) { self.ticket = ticket }
}

// MARK: - Values that C holds during a call

/// The state behind a `kmk_state *`.
@safe func cursor(_ state: CHandle?) -> ManualBox<JSONState>? { box(state) }

/// The context of the step behind a `kmk_env *`.
@safe func context(_ env: CHandle?) -> ManualBox<ReduceContext>? { box(env) }

@safe private func box<Value>(_ pointer: CHandle?) -> ManualBox<Value>? {
  unsafe pointer.map { unsafe ManualBox(at: UnsafeMutablePointer($0)) }
}

extension StepContext {
  /// As passed to a C function.
  @safe var env: CHandle? { unsafe pointer.map { unsafe CHandle($0.address) } }
}

// MARK: - Running effects

/// A pointer to a sender, as held by C: one reference to a running effect.
enum Sender {
  @safe static func pointer(_ effect: Uncounted<DrivenEntry>) -> CHandle {
    unsafe effect.with { unsafe CHandle(Unmanaged.passUnretained($0).toOpaque()) }
  }

  /// The effect behind a pointer, borrowed; nil for NULL.
  @safe static func at(_ pointer: CHandle?) -> Uncounted<DrivenEntry>? {
    guard let pointer = unsafe pointer else { return nil }
    assert(
      unsafe Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
        is DrivenEntry,
      "a pointer that is no sender, or one that was finished")
    return unsafe Unmanaged<DrivenEntry>.fromOpaque(UnsafeRawPointer(pointer))
      ._withUnsafeGuaranteedRef { Uncounted($0) }
  }

  /// Answers, and gives the reference back.
  @safe static func answer(_ pointer: CHandle?, _ body: @escaping @Sendable (EffectEntry) -> Void) {
    if let effect = at(pointer) { DrivenEntry.answer(effect, body) }
  }
}
