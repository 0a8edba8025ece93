/// The queue of the serial effects under one id of a feature: one has its turn, the others wait.
final class SerialQueue {
  fileprivate let name: Name

  private var waiting = LinkedList<SerialTurn.AmongWaiting>()
  private var isTaken = false
  private var isAdvancing = false

  /// Identifies a queue: an id, and the feature that the id belongs to.
  ///
  /// The feature is named by its place and not by its node in the cancellation tree. The node ends with the
  /// feature, but work that was begun there may still go on when a feature of the same name is back, such as
  /// a row that was removed and added again.
  struct Name: Hashable {
    private let id: AnyHashable
    /// The keys that lead to the feature, innermost first.
    private let place: [ScopeKey]

    init(_ id: AnyHashable, of scope: ScopeNode) {
      self.id = id
      place = scope.upward.compactMap(\.key)
    }
  }

  fileprivate init(_ name: Name) { self.name = name }

  /// Whether the queue is unused, so that it can be forgotten.
  fileprivate var isIdle: Bool { !isTaken && !isAdvancing && waiting.isEmpty }

  /// Takes the queue for a turn. Returns false if the turn has to wait.
  func take() -> Bool {
    if isTaken || isAdvancing || !waiting.isEmpty { return false }
    isTaken = true
    return true
  }

  func append(_ turn: SerialTurn) { waiting.append(turn) }

  func remove(_ turn: SerialTurn) { waiting.remove(turn) }

  /// Cancels the effects that wait.
  fileprivate func dropWaiting() { for turn in waiting.all { turn.drop() } }

  /// Ends a turn and begins the next. A loop, since the next ones may end as soon as they begin.
  fileprivate func advance() {
    isTaken = false
    if isAdvancing { return }
    isAdvancing = true
    while !isTaken, let next = waiting.first {
      waiting.remove(next)
      isTaken = true
      next.beginWaiting()
    }
    isAdvancing = false
  }
}

/// The turn of one effect in a queue. It is over when everything that it began has really ended: cancelled
/// work may still go on.
final class SerialTurn: EffectTurn {
  private let queue: SerialQueue
  /// The queues of its store.
  private let queues: SerialQueues
  /// The next turn around the effect.
  private let outer: SerialTurn?
  /// The number of things that keep the turn: effects in it that are not over, and work that outlives its
  /// effect.
  private var holds = 0
  /// Set while it waits.
  private var heldBack: HeldBackEffect?
  private var amongWaiting = Links<SerialTurn>()

  init(_ name: SerialQueue.Name, in acceptance: Acceptance) {
    queues = acceptance.table.queues
    queue = queues.queue(name)
    outer = acceptance.groups?.turn as? SerialTurn
  }

  /// Begins the effect, or lets it wait until the queue is free.
  ///
  /// - Parameter begin: accepts the effect.
  func request(
    _ acceptance: Acceptance, _ sink: AnyObject, _ begin: @escaping (Acceptance) -> Void
  ) {
    guard !queue.take() else { return run(acceptance, begin) }
    queue.append(self)
    heldBack = HeldBackEffect(
      acceptance, as: acceptance, sink,
      dropped: { [self] in
        heldBack = nil
        queue.remove(self)
      }, begin: { [self] in run($0, begin) })
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
    queue.advance()
    if queue.isIdle { queues.forget(queue) }
  }

  /// This turn, and those around it.
  private var outward: UnfoldFirstSequence<SerialTurn> { sequence(first: self) { $0.outer } }

  /// Whether the effects in this turn are in that queue already.
  func isInside(of name: SerialQueue.Name) -> Bool { outward.contains { $0.queue.name == name } }

  enum AmongWaiting: LinkPlace {
    static subscript(_ turn: SerialTurn) -> Links<SerialTurn> {
      get { turn.amongWaiting }
      set { turn.amongWaiting = newValue }
    }
  }
}

/// The queues of a store in use, by name.
///
/// Turns keep this object alive, since work may outlive its store.
final class SerialQueues {
  @safe @exclusivity(unchecked) private var used: [SerialQueue.Name: SerialQueue] = [:]

  fileprivate func queue(_ name: SerialQueue.Name) -> SerialQueue {
    if let queue = used[name] { return queue }
    let queue = SerialQueue(name)
    used[name] = queue
    return queue
  }

  /// Cancels the effects that wait under a name.
  func dropWaiting(_ name: SerialQueue.Name) { used[name]?.dropWaiting() }

  fileprivate func forget(_ queue: SerialQueue) {
    if used[queue.name] === queue { used[queue.name] = nil }
  }

  /// How many are in use; for tests.
  var count: Int { used.count }
}

extension EffectTable {
  /// The queues of its serial effects.
  var queues: SerialQueues {
    if let known = serial { return known as! SerialQueues }
    let made = SerialQueues()
    serial = made
    return made
  }
}
