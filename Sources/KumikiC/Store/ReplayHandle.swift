internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// A log that is run again, as held by C, on a loop of its own that nobody dispatches.
final class ReplayHandle: HandleObject {
  override class var kind: StaticString? { "kmk_replay" }
  private let log: ReplayLog
  private let loop: LoopHandle
  let replay: JSONReplay
  let store: StoreHandle
  /// The line that runs next.
  private var next: Int
  /// Whether the state before the next line is unknown: the checkpoint before it could not be read.
  private var isAdrift = false
  private var moments = ReplayMoments()

  /// At the last checkpoint that leads to a step.
  init(_ path: String, _ reducer: JSONReducer, at step: UInt64) throws {
    loop = try LoopHandle(.virtual)
    log = try ReplayLog(path)
    let home = try StoreHome(loop)
    let first = log.checkpoint(before: step)
    replay = try JSONReplay(
      reducer, try log.line(first), log.run(of: first).secrets, core: home.core)
    store = StoreHandle(JSONStoreSource(replaying: replay, reducer), home.loopHandle)
    next = first + 1
    super.init()
  }

  deinit { store.end() }

  func snapshot() throws -> JSONSnapshot {
    try loop.loop.check()
    return replay.snapshot()
  }

  func run(to step: UInt64) throws {
    try loop.loop.check()
    guard !replay.store.isSending else {
      throw Failure(KMK_ERR_BUSY, "an observer of a replay's store runs inside of a step")
    }
    // On the way back to a step the caller has been behind what differs before it.
    let former = replay.step
    // A run without a step has the number of the last one before it.
    if step < replay.step || (step == replay.step && log.beginsLaterRun(next - 1)) {
      try goBack(to: step)
    }
    while replay.step < step || step == .max {
      guard next < log.count else {
        if step == .max { return }
        throw Failure(KMK_ERR_NOT_FOUND, "the log ends with step \(replay.step)")
      }
      if isAdrift || log.beginsLaterRun(next) {
        try beginAgain(upTo: step)
      } else {
        try runLine(upTo: step, news: former)
      }
    }
  }

  /// Runs the next line, unless it is after the requested step.
  ///
  /// - Parameter former: the last step that the caller knows to differ.
  private func runLine(upTo step: UInt64, news former: UInt64) throws {
    let run = log.run(of: next)
    if step != .max, let number = log.step(of: next), number > step {
      throw Failure(
        KMK_ERR_NOT_FOUND, "the log does not have step \(run.name(of: step)), or it is damaged")
    }
    // A line that cannot be read is reported once.
    next += 1
    let line: JSONLogLine
    let wasAsThen = replay.divergence == nil
    let isAsThen: Bool
    do {
      line = try log.line(next - 1)
      isAsThen = try replay.run(line, run.secrets)
    } catch let error as JSONError {
      throw log.named(error, next - 1)
    }
    if moments.wants(replay.step) { moments.keep(replay.moment, next) }
    // A checkpoint stands behind the step that has run.
    let isNews = replay.step > former || line.isCheckpoint && replay.step == former
    guard !isAsThen, wasAsThen, isNews else { return }
    let what =
      line.isCheckpoint ? "left another state than the checkpoint has" : "came out otherwise"
    let missing = replay.missing.map {
      ", since the log does not have step \(run.name(of: $0))"
    }
    throw Failure(
      KMK_ERR_DECODE,
      "step \(run.name(of: replay.step)) \(what)\(missing ?? ""); "
        + "kmk_replay_divergence says how")
  }

  /// Begins a later run, or continues at the next checkpoint after one that could not be read. The lines between them
  /// are skipped: the state before them is unknown.
  private func beginAgain(upTo step: UInt64) throws {
    let line = next
    guard log.isCheckpoint(line) else {
      next += 1
      return
    }
    if isAdrift, step != .max, let number = log.step(of: line), number > step {
      throw Failure(
        KMK_ERR_NOT_FOUND,
        "step \(step) cannot be run: the checkpoint before it is damaged or does not fit, and the "
          + "next one stands behind step \(number)")
    }
    let run = log.run(of: line)
    if let problem = run.problem {
      (next, isAdrift) = (log.end(ofRunOf: line), true)
      if run.isProblemTold { return }
      throw problem
    }
    do {
      try begin(at: line)
    } catch let error as JSONError {
      // Damage is reported once: the next call continues after it. If a run does not fit, or memory is short, it tries
      // again.
      if !error.isShortage, error.isDamage || !log.beginsLaterRun(line) {
        (next, isAdrift) = (line + 1, true)
      }
      throw error
    }
  }

  private func begin(at line: Int) throws {
    let run = log.run(of: line)
    if let problem = run.problem { throw problem }
    do {
      try replay.begin(at: try log.line(line), run.secrets)
    } catch let error as JSONError {
      var error = log.named(error, line)
      if log.beginsLaterRun(line), !error.isDamage {
        error.message = "\(run.title) begins with a state that does not fit: \(error.message)"
      }
      throw error
    }
    (next, isAdrift) = (line + 1, false)
  }

  /// Goes back to a checkpoint or a moment before a step: to the last one that can be read and fits.
  private func goBack(to step: UInt64) throws {
    var problem: JSONError?
    while let line = log.usableCheckpoint(before: step) {
      let number = log.step(of: line) ?? 0
      if let (moment, following) = moments.last(before: step), moment.step > number {
        try replay.goBack(to: moment)
        (next, isAdrift) = (following, false)
        return
      }
      do {
        return try begin(at: line)
      } catch let error as JSONError {
        if error.isShortage { throw error }
        problem = problem ?? error
        log.giveUp(line)
      }
    }
    if let problem { throw problem }
    throw Failure(KMK_ERR_NOT_FOUND, "no checkpoint before step \(step) can be read, or fits")
  }
}

extension JSONError {
  /// Whether there was no memory, and another try may come out otherwise.
  fileprivate var isShortage: Bool { kind == .noMemory }

  /// Whether a line of a log cannot be read, and not only does not fit the reducer.
  var isDamage: Bool { kind == .json || position > 0 }
}

/// Moments that a replay keeps on its way, to go back to: many of the last steps, few of those long ago.
private struct ReplayMoments {
  /// How many steps lie between the nearest ones. At each the next write copies what it writes to.
  private static let interval: UInt64 = 1024
  private var kept: [(moment: JSONReplay.Moment, next: Int)] = []

  func wants(_ step: UInt64) -> Bool {
    step.isMultiple(of: Self.interval) && step > kept.last?.moment.step ?? 0
  }

  /// - Parameter next: the line that follows.
  mutating func keep(_ moment: JSONReplay.Moment, _ next: Int) {
    kept.append((moment, next))
    // Of each distance, twice as far as the one before, about four stay.
    kept.removeAll { one in
      let spacing = Self.interval << UInt64((one.moment.step / Self.interval).trailingZeroBitCount)
      return (moment.step - one.moment.step) / 4 >= spacing
    }
  }

  /// The last one that is not after a step. Those after it go.
  mutating func last(before step: UInt64) -> (moment: JSONReplay.Moment, next: Int)? {
    kept.removeAll { $0.moment.step > step }
    return kept.last
  }
}
