/// The queue of the effects under one id. A limited number of them may have turns at once; the others wait.
///
/// Serial effects have a queue of their feature with a single turn. A limit is a queue of the store.
final class TurnQueue {
  let name: Name

  private var waiting = LinkedList<QueuedTurn.AmongWaiting>()
  /// The maximum number of turns at once.
  private var most: Int
  /// Whether `most` was set explicitly and overrides the effects' own limits.
  private var isSet: Bool
  /// The number of turns that are taken.
  private var taken = 0
  private var isAdvancing = false
  /// True during a restore: effects that were waiting may request turns before or after those that had turns.
  var isRestoring = false

  /// Identifies a queue: an id, and the feature that owns the id unless the store owns it.
  ///
  /// The feature is identified by its place and not by its node in the cancellation tree. The node ends with the
  /// feature, but work that was started there may still be running when a feature at the same place is present again,
  /// such as a row that was removed and added again.
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

  /// - Parameter most: the maximum number of turns at once, if it was set explicitly.
  init(_ name: Name, most: Int?) {
    self.name = name
    self.most = most ?? 0
    isSet = most != nil
  }

  /// Whether the queue is unused, so that it can be forgotten.
  var isIdle: Bool { taken == 0 && !isAdvancing && !isRestoring && waiting.isEmpty }

  /// Takes a turn. Returns false if the effect must wait for its turn.
  ///
  /// - Parameter restored: the effect's position among the waits in the restored snapshot; 0 if it was not waiting.
  func take(_ restored: Int32?) -> Bool {
    if taken >= most || isAdvancing { return false }
    if isRestoring ? restored != 0 : !waiting.isEmpty { return false }
    taken += 1
    return true
  }

  /// Sorts the waiting effects as in the snapshot, new ones last, and starts the effects that may have turns.
  func endRestoring() {
    let found = waiting.all.enumerated().ordered {
      ($0.element.restored ?? .max, $0.offset) < ($1.element.restored ?? .max, $1.offset)
    }.map(\.element)
    for turn in found {
      waiting.remove(turn)
      waiting.append(turn)
    }
    // A new effect with `latest` replaces all effects that wait before it.
    let last = found.lastIndex { $0.isLatest && $0.restored == .max } ?? 0
    for turn in found[..<last] { turn.drop() }
    isRestoring = false
    advance()
  }

  /// Numbers the waiting effects, for a snapshot.
  func numberWaits() {
    var place: Int32 = 0
    for turn in waiting.all where turn.isFollowed {
      place += 1
      turn.number(place)
    }
  }

  func append(_ turn: QueuedTurn) { waiting.append(turn) }

  func remove(_ turn: QueuedTurn) { waiting.remove(turn) }

  /// Cancels the waiting effects.
  func dropWaiting() { for turn in waiting.all { turn.drop() } }

  /// Sets the maximum number of turns at once that an effect specifies.
  func allow(_ number: Int) { if !isSet { most = number } }

  /// Sets the maximum number of turns at once, and overrides the numbers that effects specify later.
  func set(_ number: Int) {
    isSet = true
    most = number
  }

  func giveBack() { taken -= 1 }

  /// Starts the effects that may have their turns now. A loop, because they may end as soon as they start.
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

/// The turn of one effect in a queue. The turn is over when everything that the effect started has really ended:
/// cancelled work may still be running.
final class QueuedTurn: EffectTurn {
  private let queue: TurnQueue
  /// The queues of the turn's store.
  private let queues: TurnQueues
  /// The next outer turn around the effect.
  private let outer: QueuedTurn?
  /// The number of things that keep the turn: effects inside it that are not over, and work that outlives its effect.
  private var holds = 0
  /// Set while the turn is waiting.
  private var heldBack: HeldBackEffect?
  private var amongWaiting = Links<QueuedTurn>()
  /// Whether the effect replaces all waiting effects.
  fileprivate let isLatest: Bool
  /// The effect's position among the waits in the restored snapshot; nil outside of a restore.
  fileprivate let restored: Int32?

  /// - Parameter restored: the effect's position among the waits in the restored snapshot, 0 if it was not waiting, or
  ///   `.max` for a new effect; nil outside of a restore.
  init(_ name: TurnQueue.Name, in acceptance: Acceptance, latest: Bool, restored: Int32?) {
    queues = acceptance.table.queues
    queue = queues.queue(name)
    outer = acceptance.groups?.turn as? QueuedTurn
    isLatest = latest
    self.restored = restored
    if restored != nil { queues.restore(queue) }
  }

  private(set) var hasWaited = false

  /// Whether it is waiting, in a state-driven effect.
  fileprivate var isFollowed: Bool { heldBack?.isFollowed ?? false }

  fileprivate func number(_ place: Int32) { heldBack?.place = place }

  /// Starts the effect, or makes it wait until the queue has a free turn.
  ///
  /// - Parameters:
  ///   - most: the maximum number of turns at once, unless that number was set explicitly.
  ///   - effect: the effect that `begin` accepts.
  ///   - begin: accepts the effect.
  func request(
    _ acceptance: Acceptance, _ sink: AnyObject, _ most: Int,
    _ effect: AnyEffectNode, _ begin: @escaping (Acceptance) -> Void
  ) {
    queue.allow(most)
    queues.advance(queue)
    guard !queue.take(restored) else { return run(acceptance, begin) }
    hasWaited = true
    heldBack = HeldBackEffect(
      acceptance, as: acceptance, sink, effect,
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

  /// This turn, followed by its outer turns.
  private var outward: UnfoldFirstSequence<QueuedTurn> { sequence(first: self) { $0.outer } }

  /// Returns whether the effects in this turn already have a turn in the queue with that name.
  func isInside(of name: TurnQueue.Name) -> Bool { outward.contains { $0.queue.name == name } }

  enum AmongWaiting: LinkPlace {
    static subscript(_ turn: QueuedTurn) -> Links<QueuedTurn> {
      get { turn.amongWaiting }
      set { turn.amongWaiting = newValue }
    }
  }
}
