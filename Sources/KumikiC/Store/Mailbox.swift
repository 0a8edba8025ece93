internal import Kumiki
internal import KumikiJSON
internal import Synchronization

/// A way for other threads to post actions to a store, which it may outlive.
final class Mailbox: HandleObject, @unchecked Sendable {
  // Immutable; the source is used on the loop's thread alone.
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

  /// Reports that an action was dropped, unless nobody is there to be told.
  func tellDropped(_ why: Failure) {
    if life.isAlive { loop.tellDropped(why) }
  }

  private func deliver(_ action: JSON) {
    guard let source, !source.table.isEnded else { return }
    source.deliver(place.wrap(action))
  }
}

/// Whether a store is still there, for any thread.
final class StoreLife: Sendable {
  private let alive = Atomic<Bool>(true)

  var isAlive: Bool { alive.load(ordering: .acquiring) }
  func end() { alive.store(false, ordering: .releasing) }
}
