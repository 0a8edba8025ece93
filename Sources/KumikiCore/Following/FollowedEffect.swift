/// How the timers of a state-driven effect count when the effect starts again in a restored store.
public enum RunningTime: Sendable {
  /// From the beginning: the effect starts as if it were new.
  case restart
  /// The time during which the program did not run does not count: a timer fires after its remaining time.
  case remaining
  /// The time during which the program did not run counts: a timer fires on its due date, or immediately if that has
  /// passed. In a running program too, time passes while the machine is suspended, and setting the date moves it.
  case deadline
}

/// A state-driven effect, as its node in the cancellation tree remembers it, even after the effect has finished: the
/// effect starts again only for another value.
package class FollowedEffect {
  package let time: RunningTime
  /// The clock of the effect's age. A deadline uses the date, for the timers too.
  let clock: TimerClock
  /// When the effect was started, on its clock.
  private let began: UInt64
  /// The progress of the effect before the restore; nil if the effect starts from the beginning.
  private var before: EffectAge?
  /// The effect in the restored snapshot; nil if the snapshot lacks it, or it consists of other parts now.
  private var restored: RestoredEffect?
  /// The windows of the effect's throttles.
  private(set) var windows: [AnyHashable: ThrottleWindow] = [:]
  /// The number of the effect's nodes, and a hash of their kinds.
  private(set) var count: Int32 = 0
  private(set) var kinds: UInt32 = 0
  /// The parts that are being started, each inside the previous one.
  var beginning: [PartBeginning] = []
  /// The requests of the restored snapshot, which the effect may ask again later: a ``ResumedRequests``.
  var resumed: AnyObject?
  /// The parts that exceeded the limit of effects and have not started, and the parts that were dropped when the loop
  /// was finished. A restored store starts them.
  var refused: [KeptPart] = []

  init(_ time: RunningTime, on loop: Loop?, _ restored: RestoredEffect?) {
    self.time = time
    clock = time == .deadline ? .date : .own
    began = loop?.time(by: clock) ?? 0
    self.restored = restored
    before = restored?.age
  }

  /// The parts that had not ended at the snapshot; nil if the effect starts from the beginning, and in older formats.
  var kept: KeptParts? { before == nil ? nil : restored?.parts }

  /// The place that the effect follows, for messages. Subclasses override it.
  package var place: String { "" }

  /// Returns the number of nanoseconds of the effect's time that have passed.
  ///
  /// - Parameter now: the current time on the effect's clock.
  func age(at now: UInt64) -> Int64 {
    (before?.now ?? 0).addingClamped(Int64(clamping: now - min(began, now)))
  }

  /// The date when the effect's time began, in nanoseconds since 1970; nil if the time between two runs does not count.
  var since: Int64? {
    time == .deadline ? Int64(clamping: began).subtractingClamped(before?.now ?? 0) : nil
  }

  var ageAtSnapshot: Int64 { before?.atSnapshot ?? 0 }

  /// Returns the part for the whole effect, which starts now.
  func whole(_ node: AnyEffectNode?) -> EffectPart {
    guard let node else { return EffectPart() }
    (count, kinds) = (node.size, node.kinds)
    if let parts = restored?.parts, parts.count != count || parts.kinds ?? kinds != kinds {
      (restored, before) = (nil, nil)
    }
    if before == nil { return EffectPart(0, .new) }
    // In a snapshot of an older format, the timers that were due have fired.
    return EffectPart(0, kept == nil ? .agedOnly : .resumed)
  }

  /// Opens the windows that were open at the snapshot again.
  func reopenWindows(in scope: ScopeNode, of loop: Loop) {
    guard let restored else { return }
    let between = restored.age.map { $0.now.subtractingClamped($0.atSnapshot) } ?? 0
    for window in restored.windows {
      let id = window.id.value
      let opened = Int64(clamping: loop.time(by: clock))
        .subtractingClamped(window.age.addingClamped(between))
      scope.reopenThrottle(
        id, LoopSpan(loop: loop, by: clock, length: window.length, opened: opened))
      if let open = scope.throttleWindows?.window(id) { windows[id] = open }
    }
  }

  /// Records the window of a throttle inside the effect.
  func note(_ window: ThrottleWindow, of id: AnyHashable) {
    windows = windows.filter { !$0.value.isOver }
    windows[id] = window
  }

  /// Returns the part inside an operator that makes it wait. A part that was waiting at the snapshot had not started,
  /// and a part that waits now starts after the wait.
  func inner(of part: EffectPart, afterWait: Bool = false) -> EffectPart {
    var inner = part
    let hadBegun = part.start == .resumed ? wait(of: part) == 0 : !afterWait
    if !hadBegun { inner = part.fromStart }
    inner.inside = part.inside &+ 1
    return inner
  }

  /// Returns a part's queue position at the snapshot, while its store is restored: 0 if the part was not waiting, or
  /// `.max`, the last position, if it had not started by then.
  func wait(of part: EffectPart) -> Int32 {
    if part.start == .resumed { return kept?[part.number]?.wait?.place(inside: part.inside) ?? 0 }
    guard before == nil, let restored else { return .max }
    return restored.parts?.place(of: part) ?? 0
  }

  /// Returns the part for a sub-effect that is about to start, or nil if the sub-effect had ended at the snapshot.
  ///
  /// - Parameters:
  ///   - number: its number, counted from the number of the outer part.
  ///   - size: the number of its nodes.
  func part(_ number: Int32, _ size: Int32, of outer: EffectPart) -> EffectPart? {
    let part = outer.at(outer.number &+ number)
    guard part.start == .resumed, let kept else { return part }
    // The outer part was waiting for its turn.
    if let own = kept[outer.number], !own.isOver { return part.fromStart }
    if wasLast(number, of: outer) || kept.all(from: part.number, size).isEmpty { return nil }
    return part
  }

  /// Whether a member of a chain was the last that had ended at the snapshot.
  func wasLast(_ number: Int32, of outer: EffectPart) -> Bool {
    outer.start == .resumed && kept?[outer.number &+ number]?.isOver == true
  }

  /// Returns the clock of the timers in a part.
  final func clock(of part: EffectPart) -> TimerClock { clock == .date ? .date : part.clock }

  /// Returns the deadline of a part's timer, or nil if the timer starts now.
  final func timer(_ part: EffectPart, _ length: UInt64, repeats: Bool, on loop: Loop)
    -> EffectTimer?
  {
    guard let before else { return nil }
    let clock = clock(of: part)
    let kept = part.start == .resumed ? kept?[part.number] : nil
    if kept?.isOver == true {
      return EffectTimer(due: 0, by: clock, isOver: true, passed: before.atSnapshot)
    }
    let length = Int64(clamping: repeats ? max(length, 1) : length)
    guard var due = kept?.due ?? part.startTime?.addingClamped(length) else { return nil }
    let wasDue = part.start == .agedOnly && due <= before.atSnapshot
    if wasDue, repeats {
      due += (before.atSnapshot - due) / length * length
      due = due.addingClamped(length)
    }
    let isOver = wasDue && !repeats
    let wasOver = isOver || (time == .deadline && due <= before.now)
    return EffectTimer(
      due: Int64(clamping: loop.time(by: clock))
        .addingClamped(due.subtractingClamped(age(at: loop.time(by: self.clock)))),
      by: clock, isOver: isOver, passed: wasOver ? due : nil)
  }
}
