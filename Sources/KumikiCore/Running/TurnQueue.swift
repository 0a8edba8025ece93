/// The queue of the effects under one id, of which a number may have their turns at once; the others wait.
///
/// A serial effect is one of a feature's queue with a single turn. A limit is a queue of the store.
final class TurnQueue {
  let name: Name

  private var waiting = LinkedList<QueuedTurn.AmongWaiting>()
  /// How many may have their turns at once.
  private var most: Int
  /// Whether that was set for good, whatever the effects say.
  private var isSet: Bool
  /// How many have.
  private var taken = 0
  private var isAdvancing = false
  /// While a store is restored: those that waited ask before or after those that had their turns.
  var isRestoring = false

  /// Identifies a queue: an id, and the feature that the id belongs to if it is not the store's.
  ///
  /// The feature is named by its place and not by its node in the cancellation tree. The node ends with the
  /// feature, but work that was begun there may still go on when a feature of the same name is back, such as
  /// a row that was removed and added again.
  struct Name: Hashable {
    private let id: AnyHashable
    /// The keys that lead to the feature, innermost first. Nil for a queue of the store.
    private let place: [ScopeKey]?

    init(_ id: AnyHashable, of scope: ScopeNode) {
      self.id = id
      place = scope.upward.compactMap(\.key)
    }

    init(limit id: AnyHashable) {
      self.id = id
      place = nil
    }
  }

  /// - Parameter most: how many may have their turns at once, if that was set for good.
  init(_ name: Name, most: Int?) {
    self.name = name
    self.most = most ?? 0
    isSet = most != nil
  }

  /// Whether the queue is unused, so that it can be forgotten.
  var isIdle: Bool { taken == 0 && !isAdvancing && !isRestoring && waiting.isEmpty }

  /// Takes a turn. Returns false if it has to be waited for.
  ///
  /// - Parameter restored: where the effect waited in the store that is restored: 0 for nowhere.
  func take(_ restored: Int32?) -> Bool {
    if taken >= most || isAdvancing { return false }
    if isRestoring ? restored != 0 : !waiting.isEmpty { return false }
    taken += 1
    return true
  }

  /// Brings those that wait into the order of the snapshot, new ones last, and begins those that may.
  func endRestoring() {
    let found = waiting.all.enumerated().sorted {
      ($0.element.restored ?? .max, $0.offset) < ($1.element.restored ?? .max, $1.offset)
    }.map(\.element)
    for turn in found {
      waiting.remove(turn)
      waiting.append(turn)
    }
    // One that is new replaces all that wait, where the latest does.
    let last = found.lastIndex { $0.isLatest && $0.restored == .max } ?? 0
    for turn in found[..<last] { turn.drop() }
    isRestoring = false
    advance()
  }

  /// Numbers those that wait, for a snapshot.
  func numberWaits() {
    var place: Int32 = 0
    for turn in waiting.all where turn.isFollowed {
      place += 1
      turn.number(place)
    }
  }

  func append(_ turn: QueuedTurn) { waiting.append(turn) }

  func remove(_ turn: QueuedTurn) { waiting.remove(turn) }

  /// Cancels the effects that wait.
  func dropWaiting() { for turn in waiting.all { turn.drop() } }

  /// Notes how many may have their turns at once, as an effect says it.
  func allow(_ number: Int) { if !isSet { most = number } }

  /// Sets how many may have their turns at once, whatever effects say of it later.
  func set(_ number: Int) {
    isSet = true
    most = number
  }

  func giveBack() { taken -= 1 }

  /// Begins those that may have their turns now. A loop, since they may end as soon as they begin.
  func advance() {
    if isAdvancing || isRestoring { return }
    isAdvancing = true
    while taken < most, let next = waiting.first {
      waiting.remove(next)
      taken += 1
      next.beginWaiting()
    }
    isAdvancing = false
  }
}

/// The turn of one effect in a queue. It is over when everything that it began has really ended: cancelled
/// work may still go on.
final class QueuedTurn: EffectTurn {
  private let queue: TurnQueue
  /// The queues of its store.
  private let queues: TurnQueues
  /// The next turn around the effect.
  private let outer: QueuedTurn?
  /// The number of things that keep the turn: effects in it that are not over, and work that outlives its
  /// effect.
  private var holds = 0
  /// Set while it waits.
  private var heldBack: HeldBackEffect?
  private var amongWaiting = Links<QueuedTurn>()
  /// Whether the effect replaces all that wait.
  fileprivate let isLatest: Bool
  /// Where the effect waited in the store that is restored; nil at other times.
  fileprivate let restored: Int32?

  /// - Parameter restored: where the effect waited in the store that is restored, 0 for nowhere, the last place of all for
  ///   a new one; nil at other times.
  init(_ name: TurnQueue.Name, in acceptance: Acceptance, latest: Bool, restored: Int32?) {
    queues = acceptance.table.queues
    queue = queues.queue(name)
    outer = acceptance.groups?.turn as? QueuedTurn
    isLatest = latest
    self.restored = restored
    if restored != nil { queues.restore(queue) }
  }

  private(set) var hasWaited = false

  /// Whether it waits, in an effect that follows the state.
  fileprivate var isFollowed: Bool { heldBack?.isFollowed ?? false }

  fileprivate func number(_ place: Int32) { heldBack?.place = place }

  /// Begins the effect, or lets it wait until the queue is free.
  ///
  /// - Parameters:
  ///   - most: how many may have their turns at once, unless that was set for good.
  ///   - size: the number of the effect's nodes.
  ///   - begin: accepts the effect.
  func request(
    _ acceptance: Acceptance, _ sink: AnyObject, _ most: Int, size: Int32,
    _ begin: @escaping (Acceptance) -> Void
  ) {
    queue.allow(most)
    queues.advance(queue)
    guard !queue.take(restored) else { return run(acceptance, begin) }
    hasWaited = true
    heldBack = HeldBackEffect(
      acceptance, as: acceptance, sink, size: size,
      dropped: { [self] in
        heldBack = nil
        queue.remove(self)
        queues.forget(queue)
      }, begin: { [self] in run($0, begin) })
    if heldBack == nil { queues.forget(queue) } else { queue.append(self) }
  }

  fileprivate func drop() { heldBack?.cancel() }

  fileprivate func beginWaiting() { heldBack.take()?.begin() }

  private func run(_ acceptance: Acceptance, _ begin: (Acceptance) -> Void) {
    holds += 1
    acceptance.counting({ [self] in release() }, begin)
  }

  func enter() { for turn in outward { turn.holds += 1 } }

  func leave() { for turn in outward { turn.release() } }

  private func release() {
    holds -= 1
    guard holds == 0 else { return }
    queue.giveBack()
    queues.advance(queue)
    queues.forget(queue)
  }

  /// This turn, and those around it.
  private var outward: UnfoldFirstSequence<QueuedTurn> { sequence(first: self) { $0.outer } }

  /// Whether the effects in this turn are in that queue already.
  func isInside(of name: TurnQueue.Name) -> Bool { outward.contains { $0.queue.name == name } }

  enum AmongWaiting: LinkPlace {
    static subscript(_ turn: QueuedTurn) -> Links<QueuedTurn> {
      get { turn.amongWaiting }
      set { turn.amongWaiting = newValue }
    }
  }
}
