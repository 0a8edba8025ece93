internal import CKumiki
internal import Kumiki
internal import KumikiJSON
internal import Synchronization

/// An effect in C, from its description until it is finished: the program's functions and their
/// context, and then what it feeds actions through.
///
/// On the loop's thread it acts at once, from another it posts. The engine's own record is touched
/// on the loop's thread alone; what other threads ask is kept in atomics.
class Sender: HandleObject, EffectDriver, @unchecked Sendable {
  private let cancelled = Atomic<Bool>(false)
  private let finished = Atomic<Bool>(false)
  private let cancel: kmk_cancel_fn?
  // The rest is written on one thread, before another can have the sender.
  /// The description that this one repeats, and whose context it uses.
  private let original: Sender?
  @exclusivity(unchecked) private var context: CallbackContext
  @exclusivity(unchecked) private var isAccepted = false
  /// What runs, there once it has begun, and its loop, which it holds. Held by hand: a call on the
  /// loop's thread counts neither.
  @exclusivity(unchecked) private var effect: Unmanaged<StartedEntry>!
  @exclusivity(unchecked) private var loop: Unmanaged<Loop>!

  init(_ context: CallbackContext, _ cancel: kmk_cancel_fn?) {
    self.context = context
    self.cancel = cancel
    original = nil
  }

  init(again original: Sender) {
    context = original.context
    cancel = original.cancel
    self.original = original
  }

  deinit {
    effect?.release()
    if original == nil { context.giveBack() }
  }

  var pointer: UnsafeMutableRawPointer? { context.pointer }

  // MARK: - The engine's side

  /// Begins the work. For the two kinds of effects.
  func start(on loop: Loop) {}
  func again() -> Sender { Sender(again: self) }

  func accepted() -> any EffectDriver {
    if isAccepted { return again() }
    isAccepted = true
    return self
  }

  func begin(_ effect: StartedEntry) {
    self.effect = .passRetained(effect)
    let loop = effect.table.loop
    self.loop = .passUnretained(loop)
    context.takeHome(to: loop)
    start(on: loop)
  }

  func stop() {
    cancelled.store(true, ordering: .releasing)
    // Not where the effect was cancelled and finished while it began.
    if !isFinished { cancel?(pointer) }
  }

  // MARK: - The program's side

  /// Known on the loop's thread as soon as it happens, to others when the effect was told to stop.
  var isCancelled: Bool { isCancelled(onItsThread: isCurrentThread) }

  private func isCancelled(onItsThread: Bool) -> Bool {
    if cancelled.load(ordering: .acquiring) { return true }
    if loop._withUnsafeGuaranteedRef({ $0.isClosed }) { return true }
    return onItsThread && effect._withUnsafeGuaranteedRef { $0.isCutOff }
  }

  private var isCurrentThread: Bool { loop._withUnsafeGuaranteedRef { $0.isCurrentThread } }

  var isFinished: Bool { finished.load(ordering: .acquiring) }

  func send(stealing action: JSONNode) -> kmk_status {
    do throws(JSONError) { try JSONMeasure.check(action) } catch {
      action.releaseDeep()
      return Failure(error).status
    }
    let onItsThread = isCurrentThread
    guard !isFinished, !isCancelled(onItsThread: onItsThread) else {
      action.releaseDeep()
      return KMK_ERR_CLOSED
    }
    // Where no store is busy the action is handled before the call returns, and needs nobody to own it.
    if onItsThread, loop._withUnsafeGuaranteedRef({ $0.activity == 0 }) {
      onEffect { $0.send(JSONAction(borrowing: action)) }
      action.releaseDeep()
    } else {
      let json = JSON(stealing: action)
      onLoop { $0.send(JSONAction(json)) }
    }
    return KMK_OK
  }

  func dismiss() -> kmk_status {
    guard !isOver else { return KMK_ERR_CLOSED }
    onLoop { $0.dismiss() }
    return KMK_OK
  }

  func fail(_ message: String) {
    guard claimFinish() else { return }
    onLoop { $0.fail(message) }
  }

  func finish() {
    guard claimFinish() else { return }
    if isCurrentThread { onEffect { $0.finish() } } else { onLoop { $0.finish() } }
  }

  /// True for the first that finishes.
  private func claimFinish() -> Bool { !finished.exchange(true, ordering: .acquiringAndReleasing) }

  private var isOver: Bool { isCancelled || isFinished }

  /// Acts on the loop's thread: now, or at its next dispatch. Holds this sender, and with it the
  /// program's context, until then, so that it is released there.
  private func onLoop(_ body: @escaping (EffectHandle<JSONAction>) -> Void) {
    if isCurrentThread { return onEffect(body) }
    let task = LoopTask(self, body)
    loop.takeUnretainedValue().post { task.run() }
  }

  @inline(__always)
  private func onEffect(_ body: (EffectHandle<JSONAction>) -> Void) {
    effect._withUnsafeGuaranteedRef { body(EffectHandle($0)) }
  }

  private final class LoopTask: @unchecked Sendable {
    // Made on one thread and run on the loop's, never at the same time.
    let sender: Sender
    let body: (EffectHandle<JSONAction>) -> Void

    init(_ sender: Sender, _ body: @escaping (EffectHandle<JSONAction>) -> Void) {
      self.sender = sender
      self.body = body
    }

    func run() { sender.onEffect(body) }
  }
}

/// `kmk_effect_start`: work that calls back.
final class StartSender: Sender, @unchecked Sendable {
  private let startFunction: kmk_start_fn

  init(_ context: CallbackContext, start: @escaping kmk_start_fn, cancel: kmk_cancel_fn?) {
    startFunction = start
    super.init(context, cancel)
  }

  private init(again original: StartSender) {
    startFunction = original.startFunction
    super.init(again: original)
  }

  override func again() -> Sender { StartSender(again: self) }
  override func start(on loop: Loop) { startFunction(retained(), pointer) }
}

/// `kmk_effect_blocking`: work on a thread of its own.
final class BlockingSender: Sender, @unchecked Sendable {
  private let run: kmk_blocking_fn

  init(_ context: CallbackContext, run: @escaping kmk_blocking_fn) {
    self.run = run
    super.init(context, nil)
  }

  private init(again original: BlockingSender) {
    run = original.run
    super.init(again: original)
  }

  override func again() -> Sender { BlockingSender(again: self) }

  override func start(on loop: Loop) {
    let didStart = Worker.run(for: loop) { [self] in
      // The function may finish by itself, which gives up one reference; the other one is ours.
      let sender = retained()
      run(sender, pointer)
      if !isFinished { kmk_sender_finish(sender) }
    }
    if !didStart { fail("the system refused a thread for a blocking effect") }
  }
}
