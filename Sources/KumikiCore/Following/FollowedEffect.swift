/// How the timers of an effect that follows the state count when the effect begins again in a restored store.
public enum RunningTime: Sendable {
  /// From the beginning: the effect begins as if it were new.
  case restart
  /// The time while the program did not run does not count: a timer fires after what was left of it.
  case remaining
  /// The time while the program did not run counts: a timer fires on its due date, or at once if that has
  /// passed. In a running program too: the time passes while the machine is suspended, and setting the date moves it.
  case deadline
}

/// What an effect that follows the state was begun for. Kept by its node in the cancellation tree, also
/// after the effect has finished: it begins again only for another value.
package class FollowedEffect {
  package let time: RunningTime
  /// The clock of its timers: a deadline is a date.
  let clock: TimerClock
  /// When it was begun, by the clock.
  private let began: UInt64
  /// How far it had come before; nil if it begins anew.
  private var before: EffectAge?
  /// What it was in the snapshot from which its store is restored; nil if it was not there, or was made of other parts.
  private var restored: RestoredEffect?
  /// The windows of its throttles.
  private(set) var windows: [AnyHashable: ThrottleWindow] = [:]
  /// The number of its nodes, and a hash of their kinds.
  private(set) var count: Int32 = 0
  private(set) var kinds: UInt32 = 0
  /// The parts that are being begun, each inside the one before.
  var beginning: [PartBeginning] = []
  /// What was one effect too many and has not begun, and what was given up when the loop was finished: a restored store
  /// begins it.
  var refused: [KeptPart] = []

  init(_ time: RunningTime, on loop: Loop?, _ restored: RestoredEffect?) {
    self.time = time
    clock = time == .deadline ? .date : .own
    began = loop?.time(by: clock) ?? 0
    self.restored = restored
    before = restored?.age
  }

  /// The parts of which something was left at the snapshot; nil if it begins anew, and in older forms.
  var kept: KeptParts? { before == nil ? nil : restored?.parts }

  /// The place that it follows, for messages. For subclasses.
  package var place: String { "" }

  /// How many nanoseconds of its time have passed.
  ///
  /// - Parameter now: by the clock.
  func age(at now: UInt64) -> Int64 {
    (before?.now ?? 0).addingClamped(Int64(clamping: now - min(began, now)))
  }

  /// The date when its time began, in nanoseconds since 1970; nil if the time between two runs does not count.
  var since: Int64? {
    time == .deadline ? Int64(clamping: began).subtractingClamped(before?.now ?? 0) : nil
  }

  var ageAtSnapshot: Int64 { before?.atSnapshot ?? 0 }

  /// The whole effect, which begins now.
  func whole(_ node: AnyEffectNode?) -> EffectPart {
    guard let node else { return EffectPart() }
    (count, kinds) = (node.size, node.kinds)
    if let parts = restored?.parts, parts.count != count || parts.kinds ?? kinds != kinds {
      (restored, before) = (nil, nil)
    }
    if before == nil { return EffectPart(0, .new) }
    // In a snapshot of an older form the timers that were due have fired.
    return EffectPart(0, kept == nil ? .aged : .kept)
  }

  /// Opens the windows again that were open at the snapshot.
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

  /// Notes the window of a throttle in it.
  func note(_ window: ThrottleWindow, of id: AnyHashable) {
    windows = windows.filter { !$0.value.isOver }
    windows[id] = window
  }

  /// The part inside of an operator that lets it wait: what waited at the snapshot had not begun, and what waits now
  /// begins then.
  func inner(of part: EffectPart, afterWait: Bool = false) -> EffectPart {
    var inner = part
    let hadBegun = part.standing == .kept ? wait(of: part) == 0 : !afterWait
    if !hadBegun { inner = EffectPart(part.number, .new) }
    inner.inside = part.inside &+ 1
    return inner
  }

  /// The place at which a part waited at the snapshot, while its store is restored: 0 if it did not, the last one of all
  /// for what had not begun by then.
  func wait(of part: EffectPart) -> Int32 {
    if part.standing == .kept { return kept?[part.number]?.wait?.place(inside: part.inside) ?? 0 }
    guard before == nil, let restored else { return .max }
    return restored.parts?.place(of: part) ?? 0
  }

  /// A part of a part that begins; nil if it was over at the snapshot.
  ///
  /// - Parameters:
  ///   - number: its number, counted from that of the outer part.
  ///   - size: the number of its nodes.
  func part(_ number: Int32, _ size: Int32, of outer: EffectPart) -> EffectPart? {
    let part = outer.at(outer.number &+ number)
    guard part.standing == .kept, let kept else { return part }
    // The outer part waited for its turn.
    if let own = kept[outer.number], !own.isOver { return EffectPart(part.number, .new) }
    if wasLast(number, of: outer) || kept.all(from: part.number, size).isEmpty { return nil }
    return part
  }

  /// Whether a link of a chain was the last that had ended at the snapshot.
  func wasLast(_ number: Int32, of outer: EffectPart) -> Bool {
    outer.standing == .kept && kept?[outer.number &+ number]?.isOver == true
  }

  /// When a timer fires that a part begins; nil if it begins now.
  ///
  /// - Parameter now: by the clock.
  func timer(_ part: EffectPart, _ length: UInt64, repeats: Bool, at now: UInt64) -> EffectTimer? {
    guard let before else { return nil }
    let kept = part.standing == .kept ? kept?[part.number] : nil
    if kept?.isOver == true {
      return EffectTimer(due: 0, by: clock, isOver: true, passed: before.atSnapshot)
    }
    let length = Int64(clamping: repeats ? max(length, 1) : length)
    guard var due = kept?.due ?? part.start?.addingClamped(length) else { return nil }
    let wasDue = part.standing == .aged && due <= before.atSnapshot
    if wasDue, repeats {
      due += (before.atSnapshot - due) / length * length
      due = due.addingClamped(length)
    }
    let isOver = wasDue && !repeats
    let wasOver = isOver || (time == .deadline && due <= before.now)
    return EffectTimer(
      due: Int64(clamping: now).addingClamped(due.subtractingClamped(age(at: now))), by: clock,
      isOver: isOver, passed: wasOver ? due : nil)
  }
}

extension Int64 {
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
