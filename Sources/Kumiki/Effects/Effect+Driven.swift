/// What runs a callback effect that begins at the loop's next turn: the primitive behind effects in C.
///
/// One object for the description and for the running effect, since hardly an effect is accepted twice.
@usableFromInline
package protocol EffectDriver: AnyObject {
  /// The driver for one more acceptance: this one the first time, then others.
  func accepted() -> any EffectDriver
  /// Begins the work, on the loop's thread. It owes one `finish`.
  func begin(_ effect: StartedEntry)
  /// The effect was cancelled after it had begun.
  func stop()
}

extension Effect {
  /// An effect that begins at the loop's next turn.
  @inlinable
  package static func driven(by driver: any EffectDriver) -> Self { Self(node: DrivenNode(driver)) }
}

@usableFromInline
final class DrivenNode<Action>: EffectNode<Action> {
  @usableFromInline let driver: any EffectDriver

  @inlinable
  init(_ driver: any EffectDriver) { self.driver = driver }

  override package func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard !acceptance.isCancelled else { return }
    StartedEntry(acceptance, sink, driver.accepted()).beginSoon()
  }
}
