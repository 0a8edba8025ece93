/// The serial effects of one id of a feature: one has its turn, the others wait for theirs.
final class SerialLane {
  fileprivate let name: Name

  private var waiting = LinkedList<SerialTurn.AmongWaiting>()
  private var isTaken = false
  private var isAdvancing = false

  /// Whose lane it is: an id, and the feature that the id is of.
  ///
  /// The feature is named by its place and not by its node in the cancellation tree. The node ends with the
  /// feature, but what was begun there may still be at work when a feature of the same name is back: a row
  /// that was removed and added again.
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
  fileprivate func dropWaiting() { for turn in waiting.all { turn.drop() } }

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
  /// The lanes of its store.
  private let lanes: SerialLanes
  /// The next turn around the effect.
  private let outer: SerialTurn?
  /// What keeps the turn: the effects in it that are not over, and the work of those that are.
  private var holds = 0
  /// Set while it waits.
  private var heldBack: HeldBackEffect?
  private var amongWaiting = Links<SerialTurn>()

  init(_ name: SerialLane.Name, in acceptance: Acceptance) {
    lanes = acceptance.table.lanes
    lane = lanes.lane(name)
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
    if lane.isIdle { lanes.forget(lane) }
  }

  /// This turn, and those around it.
  private var outward: UnfoldFirstSequence<SerialTurn> { sequence(first: self) { $0.outer } }

  /// Whether the effects in this turn are in that lane already.
  func isInside(of name: SerialLane.Name) -> Bool { outward.contains { $0.lane.name == name } }

  enum AmongWaiting: LinkPlace {
    static subscript(_ turn: SerialTurn) -> Links<SerialTurn> {
      get { turn.amongWaiting }
      set { turn.amongWaiting = newValue }
    }
  }
}

/// The lanes of a store that are used, by their names.
///
/// A turn keeps it, since work may go on when its store has ended.
final class SerialLanes {
  @safe @exclusivity(unchecked) private var used: [SerialLane.Name: SerialLane] = [:]

  fileprivate func lane(_ name: SerialLane.Name) -> SerialLane {
    if let lane = used[name] { return lane }
    let lane = SerialLane(name)
    used[name] = lane
    return lane
  }

  /// Cancels those that wait under a name.
  func dropWaiting(_ name: SerialLane.Name) { used[name]?.dropWaiting() }

  fileprivate func forget(_ lane: SerialLane) {
    if used[lane.name] === lane { used[lane.name] = nil }
  }

  /// How many are used; for tests.
  var count: Int { used.count }
}
