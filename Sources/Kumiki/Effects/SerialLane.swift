/// The serial effects of one id of a feature: one has its turn, the others wait for theirs.
final class SerialLane {
  private var waiting = LinkedList<SerialTurn.AmongWaiting>()
  private var isTaken = false
  private var isAdvancing = false

  /// Whether nothing keeps the lane, which then is forgotten.
  fileprivate var isIdle: Bool { !isTaken && !isAdvancing && waiting.isEmpty }

  /// Takes the lane for a turn that need not wait; false where it has to.
  func take() -> Bool {
    if isTaken || isAdvancing || !waiting.isEmpty { return false }
    isTaken = true
    return true
  }

  func append(_ turn: SerialTurn) { waiting.append(turn) }

  func remove(_ turn: SerialTurn) { waiting.remove(turn) }

  /// Cancels those that wait.
  func dropWaiting() { for turn in waiting.all { turn.drop() } }

  /// A turn is over. A loop, since the next ones may end as soon as they begin.
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

/// The turn of one effect in a lane. It is over when all that it began has really ended: what was
/// cancelled may be at work still.
final class SerialTurn {
  private let lane: SerialLane
  private let id: AnyHashable
  /// The feature whose lane it is.
  private let scope: ScopeNode
  /// The next turn around the effect.
  private let outer: SerialTurn?
  /// What keeps the turn: the effects in it that are not over, and the work of those that are.
  private var holds = 0
  /// Set while it waits.
  private var heldBack: HeldBackEffect?
  private var amongWaiting = Links<SerialTurn>()

  init(_ id: AnyHashable, in acceptance: Acceptance) {
    self.id = id
    scope = acceptance.scope.identity
    lane = scope.lane(id)
    outer = acceptance.groups?.turn
  }

  /// Begins the effect, or lets it wait until the lane is free.
  ///
  /// - Parameter begin: takes the effect in.
  func request(
    _ acceptance: Acceptance, _ sink: AnyObject, _ begin: @escaping (Acceptance) -> Void
  ) {
    guard !lane.take() else { return run(acceptance, begin) }
    lane.append(self)
    heldBack = HeldBackEffect(
      acceptance, as: acceptance, sink,
      dropped: { [self] in
        heldBack = nil
        lane.remove(self)
      }, begin: { [self] in run($0, begin) })
  }

  fileprivate func drop() { heldBack?.cancel() }

  fileprivate func beginWaiting() { heldBack.take()?.begin() }

  private func run(_ acceptance: Acceptance, _ begin: (Acceptance) -> Void) {
    holds += 1
    acceptance.counting({ [self] in release() }, begin)
  }

  /// Work begins that may go on when its effect is over: a function on another thread, a task.
  func enter() { for turn in outward { turn.holds += 1 } }

  /// Such work has ended. On the loop's thread.
  func leave() { for turn in outward { turn.release() } }

  private func release() {
    holds -= 1
    guard holds == 0 else { return }
    lane.advance()
    if lane.isIdle { scope.forget(lane, id) }
  }

  /// This turn, and those around it.
  private var outward: UnfoldFirstSequence<SerialTurn> { sequence(first: self) { $0.outer } }

  /// Whether the effects in this turn are in that lane already.
  func isInside(of id: AnyHashable, _ scope: ScopeNode) -> Bool {
    outward.contains { $0.scope === scope && $0.id == id }
  }

  enum AmongWaiting: LinkPlace {
    static subscript(_ turn: SerialTurn) -> Links<SerialTurn> {
      get { turn.amongWaiting }
      set { turn.amongWaiting = newValue }
    }
  }
}

extension ScopeNode {
  /// The lane of an id. It keeps the node in the tree while it is used.
  fileprivate func lane(_ id: AnyHashable) -> SerialLane {
    if let lane = lanes[id] { return lane }
    let lane = SerialLane()
    lanes[id] = lane
    return lane
  }

  fileprivate func forget(_ lane: SerialLane, _ id: AnyHashable) {
    guard lanes[id] === lane else { return }
    lanes[id] = nil
    prune()
  }
}
