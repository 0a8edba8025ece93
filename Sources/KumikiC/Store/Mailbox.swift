internal import Kumiki
internal import KumikiJSON

/// Lets other threads post actions to a store. May outlive the store.
final class Mailbox: HandleObject, @unchecked Sendable {
  // Immutable; the source is used only on the loop's thread.
  private let loop: Loop
  private let life: StoreLife
  private let place: ViewPlace
  private weak var source: (any StoreSource)?

  init(_ source: any StoreSource, _ place: ViewPlace) {
    loop = source.table.loop
    life = source.life
    self.place = place
    self.source = source
  }

  /// Posts an action. One that cannot be made is reported too, if the store still exists.
  func post(_ action: JSON?) throws {
    let whole: JSON
    do { whole = try required(action, "action") } catch {
      if life.isAlive { loop.tellDropped(Failure(any: error)) }
      throw error
    }
    guard life.isAlive, loop.post({ [self] in deliver(whole) }) else { throw Failure.closed }
  }

  private func deliver(_ action: JSON) {
    guard let source, !source.table.isEnded else { return }
    source.deliver(place.wrap(action))
  }
}
