internal import Kumiki
internal import KumikiJSON
internal import Synchronization

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

  func post(_ action: JSON) throws {
    guard life.isAlive, loop.post({ [self] in deliver(action) }) else { throw Failure.closed }
  }

  /// Reports a dropped action, if the store still exists.
  func tellDropped(_ why: Failure) {
    if life.isAlive { loop.tellDropped(why) }
  }

  private func deliver(_ action: JSON) {
    guard let source, !source.table.isEnded else { return }
    source.deliver(place.wrap(action))
  }
}

/// Whether a store still exists. For any thread.
final class StoreLife: Sendable {
  private let alive = Atomic<Bool>(true)

  var isAlive: Bool { alive.load(ordering: .acquiring) }
  func end() { alive.store(false, ordering: .releasing) }
}
