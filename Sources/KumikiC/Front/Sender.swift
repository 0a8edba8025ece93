internal import CKumiki
internal import Kumiki
internal import KumikiJSON
internal import Synchronization

/// What a running effect in C feeds actions through. Any thread; lives until it is finished.
///
/// On the loop's thread it acts at once, from another it posts. The engine's own handle is touched
/// on the loop's thread alone; what other threads ask is kept in atomics.
final class Sender: HandleObject, @unchecked Sendable {
  private let handle: EffectHandle<JSONAction>
  private let userData: UserData
  private let loop: Loop
  private let cancelled = Atomic<Bool>(false)
  private let finished = Atomic<Bool>(false)

  init(_ handle: EffectHandle<JSONAction>, _ userData: UserData) {
    self.handle = handle
    self.userData = userData
    loop = handle.loop
  }

  /// Known on the loop's thread as soon as it happens, to others when the effect was told to stop.
  var isCancelled: Bool {
    if cancelled.load(ordering: .acquiring) || loop.isClosed { return true }
    return loop.isCurrentThread && (handle.isCancelled || handle.isStoreEnded)
  }
  var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// The effect was stopped. Loop's thread.
  func markCancelled() { cancelled.store(true, ordering: .releasing) }

  func send(stealing action: JSONNode) -> kmk_status {
    let json = JSON(stealing: action)
    do throws(JSONError) { try JSONMeasure.check(action) } catch { return Failure(error).status }
    guard !isOver else { return KMK_ERR_CLOSED }
    onLoop { $0.send(JSONAction(json)) }
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
    onLoop { $0.finish() }
  }

  /// True for the first that finishes.
  private func claimFinish() -> Bool { !finished.exchange(true, ordering: .acquiringAndReleasing) }

  private var isOver: Bool { isCancelled || isFinished }

  /// Acts on the loop's thread: now, or at its next dispatch. Holds this sender, and with it the
  /// program's context, until then, so that it is released there.
  private func onLoop(_ body: @escaping (EffectHandle<JSONAction>) -> Void) {
    if loop.isCurrentThread { return body(handle) }
    let task = LoopTask(self, body)
    loop.post { task.run() }
  }

  private final class LoopTask: @unchecked Sendable {
    // Made on one thread and run on the loop's, never at the same time.
    let sender: Sender
    let body: (EffectHandle<JSONAction>) -> Void

    init(_ sender: Sender, _ body: @escaping (EffectHandle<JSONAction>) -> Void) {
      self.sender = sender
      self.body = body
    }

    func run() { body(sender.handle) }
  }
}
