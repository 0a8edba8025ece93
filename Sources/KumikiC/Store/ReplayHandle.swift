internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// A replay of a log, as held by C. It runs on its own loop, which no code dispatches.
final class ReplayHandle: HandleObject {
  override class var kind: StaticString? { "kmk_replay" }
  private let log: ReplayLog
  private let loop: LoopHandle
  let replay: JSONReplay
  let store: StoreHandle
  /// The line that runs next.
  private var next: Int
  /// Whether the state before the next line is unknown, because the checkpoint before it could not be read.
  private var isStateUnknown = false
  private var snapshots = ReplaySnapshots()

  /// Starts at the last checkpoint that leads to a step.
  init(
    _ path: String, _ reducer: JSONReducer, at step: UInt64,
    migrating migrations: JSONLogMigrations?
  ) throws {
    loop = try LoopHandle(.virtual)
    log = try ReplayLog(path)
    let home = try StoreHome(loop)
    let first = log.checkpoint(before: step)
    replay = try JSONReplay(
      reducer, try log.line(first), log.run(of: first).secrets, migrating: migrations,
      core: home.core)
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
    // If the replay goes back, the caller already knows the differences up to the former step.
    let former = replay.step
    // A run without steps has the number of the last step before it.
    if step < replay.step || (step == replay.step && log.beginsLaterRun(next - 1)) {
      try goBack(to: step)
    }
    while replay.step < step || step == .max {
      guard next < log.count else {
        if step == .max { return }
        throw Failure(KMK_ERR_NOT_FOUND, "the log ends with step \(replay.step)")
      }
      if isStateUnknown || log.beginsLaterRun(next) {
        try beginAgain(upTo: step)
      } else {
        try runLine(upTo: step, news: former)
      }
    }
  }

  /// Runs the next line, unless it is after the requested step.
  ///
  /// - Parameter former: The last step whose differences the caller knows.
  private func runLine(upTo step: UInt64, news former: UInt64) throws {
    let run = log.run(of: next)
    if step != .max, let number = log.step(of: next), number > step {
      throw Failure(
        KMK_ERR_NOT_FOUND, "the log does not have step \(run.name(of: step)), or it is damaged")
    }
    // An unreadable line is reported once.
    next += 1
    let line: JSONLogLine
    let matchedBefore = replay.divergence == nil
    let matches: Bool
    do {
      line = try log.line(next - 1)
      matches = try replay.run(line, run.secrets)
    } catch let error as JSONError {
      throw log.named(error, next - 1)
    }
    if snapshots.wants(replay.step) { snapshots.keep(replay.point, next) }
    // A checkpoint stands after the step that has run.
    let isNews = replay.step > former || line.isCheckpoint && replay.step == former
    guard !matches, matchedBefore, isNews else { return }
    let what =
      line.isCheckpoint ? "left another state than the checkpoint has" : "came out differently"
    let missing = replay.missing.map {
      ", since the log does not have step \(run.name(of: $0))"
    }
    throw Failure(
      KMK_ERR_DECODE,
      "step \(run.name(of: replay.step)) \(what)\(missing ?? ""); "
        + "kmk_replay_divergence says how")
  }

  /// Starts a later run, or continues at the next checkpoint after an unreadable one. The lines in between are
  /// skipped, because the state before them is unknown.
  private func beginAgain(upTo step: UInt64) throws {
    let line = next
    guard log.isCheckpoint(line) else {
      next += 1
      return
    }
    if isStateUnknown, step != .max, let number = log.step(of: line), number > step {
      throw Failure(
        KMK_ERR_NOT_FOUND,
        "step \(step) cannot be run: the checkpoint before it is damaged or does not fit, and the "
          + "next one comes after step \(number)")
    }
    let run = log.run(of: line)
    if let problem = run.problem {
      (next, isStateUnknown) = (log.end(ofRunOf: line), true)
      if run.isProblemReported { return }
      throw problem
    }
    do {
      try begin(at: line)
    } catch let error as JSONError {
      // Damage is reported once: the next call continues after it. If the run does not match the reducer or memory is
      // short, the next call tries again.
      if !error.isShortage, error.isDamage || !log.beginsLaterRun(line) {
        (next, isStateUnknown) = (line + 1, true)
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
    (next, isStateUnknown) = (line + 1, false)
  }

  /// Goes back to a checkpoint or a kept snapshot before a step: to the last one that is readable and matches.
  private func goBack(to step: UInt64) throws {
    var problem: JSONError?
    while let line = log.usableCheckpoint(before: step) {
      let number = log.step(of: line) ?? 0
      if let (point, following) = snapshots.last(before: step), point.step > number {
        try replay.goBack(to: point)
        (next, isStateUnknown) = (following, false)
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
  /// Whether memory was short, so that another attempt may succeed.
  fileprivate var isShortage: Bool { kind == .noMemory }

  /// Whether a line of a log is unreadable, rather than merely a mismatch with the reducer.
  var isDamage: Bool { kind == .json || position > 0 }
}

/// The snapshots that a replay keeps on its way, to go back to: many for recent steps, few for old ones.
private struct ReplaySnapshots {
  /// The number of steps between the closest snapshots. After each snapshot the next write copies what it changes.
  private static let interval: UInt64 = 1024
  private var kept: [(point: JSONReplay.Point, next: Int)] = []

  func wants(_ step: UInt64) -> Bool {
    step.isMultiple(of: Self.interval) && step > kept.last?.point.step ?? 0
  }

  /// - Parameter next: The line that follows.
  mutating func keep(_ point: JSONReplay.Point, _ next: Int) {
    kept.append((point, next))
    // About four snapshots stay for each spacing; each spacing is twice the previous one.
    kept.removeAll { one in
      let spacing = Self.interval << UInt64((one.point.step / Self.interval).trailingZeroBitCount)
      return (point.step - one.point.step) / 4 >= spacing
    }
  }

  /// Returns the last snapshot that is not after a step, and drops the later ones.
  mutating func last(before step: UInt64) -> (point: JSONReplay.Point, next: Int)? {
    kept.removeAll { $0.point.step > step }
    return kept.last
  }
}
