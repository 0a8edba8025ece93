internal import CKumiki
internal import CKumikiCalls
internal import Kumiki
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
  private var moments = ReplayMoments()

  /// At the last checkpoint from which a step can be run to.
  init(_ path: String, _ reducer: JSONReducer, at step: UInt64) throws {
    loop = try LoopHandle(.virtual)
    log = try ReplayLog(path)
    let home = try StoreHome(loop)
    let first = log.checkpoint(before: step).line
    replay = try JSONReplay(
      reducer, try log.line(first), log.run(of: first).secrets, table: home.table)
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
      if log.beginsLaterRun(next) {
        do {
          try replay.begin(at: try log.line(next), log.run(of: next).secrets)
        } catch let problem as JSONError {
          var error = problem
          error.message =
            "\(log.run(of: next).title) begins with a state that does not fit: "
            + error.message
          throw error
        }
        next += 1
        continue
      }
      let run = log.run(of: next)
      // A line that cannot be read is told of once.
      next += 1
      let line = try log.line(next - 1)
      let wasAsThen = replay.divergence == nil
      let isAsThen = try replay.run(line, run.secrets)
      if moments.wants(replay.step) { moments.keep(replay.moment, next) }
      // A checkpoint stands behind the step that has run.
      let isNews = replay.step > former || line.isCheckpoint && replay.step == former
      if !isAsThen, wasAsThen, isNews {
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
    }
  }

  private func goBack(to step: UInt64) throws {
    let checkpoint = log.checkpoint(before: step)
    if let (moment, following) = moments.last(before: step), moment.step > checkpoint.step {
      try replay.goBack(to: moment)
      next = following
    } else {
      try replay.begin(at: try log.line(checkpoint.line), log.run(of: checkpoint.line).secrets)
      next = checkpoint.line + 1
    }
  }
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

/// A run of a program that a log has: from a header, and a checkpoint behind it, to the next header.
private struct ReplayRun {
  /// The line of its first checkpoint.
  let first: Int
  /// Counted from 1.
  let number: Int
  /// What is added to the numbers of its steps, so that they go on behind those of the run before.
  let stepsBefore: UInt64
  /// Nil if nothing was kept out, and for a log whose hashes are of all that was written.
  let secrets: JSONReplay.Secrets?

  /// "run 2, from step 11 on,"
  var title: String { "run \(number), from step \(stepsBefore + 1) on," }

  /// "14 (step 4 of run 2)"
  func name(of step: UInt64) -> String {
    stepsBefore == 0 || step < stepsBefore
      ? "\(step)" : "\(step) (step \(step - stepsBefore) of run \(number))"
  }
}

/// The places that were kept out of a run's lines.
@safe private final class ReplaySecrets {
  private let secrets: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// Throws for what is no list of places.
  init(_ names: JSON) throws {
    guard let secrets = unsafe names.withNode({ unsafe kumiki_secrets_named($0.pointer) }) else {
      throw Failure(
        KMK_ERR_DECODE, "expected a list of secret places and case paths", path: "/secrets")
    }
    unsafe self.secrets = secrets
  }

  deinit { unsafe kumiki_secrets_free(secrets) }

  var changes: JSONReplay.Secrets {
    JSONReplay.Secrets(
      open: { self.changed($0, .null) }, bare: { self.changed($0, nil) },
      marked: { self.changed($0, .keptOut) },
      markedWrite: { self.changed($0, .keptOut, places: $1) })
  }

  /// A line with another value instead of each secret, or without them.
  private func changed(_ line: JSON, _ instead: JSONNode?, places: JSON? = nil) -> JSON? {
    let changed = unsafe line.withNode { line in
      guard let places else {
        return unsafe kumiki_without_secrets(secrets, line.pointer, instead?.pointer)
      }
      return unsafe places.withNode {
        unsafe kumiki_line_without_secrets(secrets, line.pointer, $0.pointer, instead?.pointer)
      }
    }
    return unsafe changed.map { unsafe JSON(stealing: JSONNode($0)) }
  }
}

/// The lines of a log in a file.
private final class ReplayLog {
  private let bytes: [UInt8]
  private var lines: [(place: Range<Int>, run: Int)] = []
  private var runs: [ReplayRun] = []
  /// The lines with checkpoints, and the steps before them.
  private var checkpoints: [(line: Int, step: UInt64)] = []

  var count: Int { lines.count }

  init(_ path: String) throws {
    guard let bytes = try FileSystem.read(path) else {
      throw Failure.invalid("there is no file \(path.shortened)")
    }
    self.bytes = bytes
    // A line's first members say what it is.
    let mark = Array("{\"checkpoint\"".utf8)
    let headerMark = Array("{\"kumiki\":\"log\"".utf8)
    var header: Int?
    var start = 0
    // What stands behind the last newline was not finished.
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
      let line = lines.count
      lines.append((start..<end, runs.count - 1))
      start = end + 1
      if bytes[lines[line].place].starts(with: headerMark) {
        header = line
      } else if bytes[lines[line].place].starts(with: mark) {
        if header != nil || runs.isEmpty { try beginRun(at: line, header) }
        header = nil
        checkpoints.append((line, try self.line(line).step() ?? 0))
      }
    }
    guard !checkpoints.isEmpty else {
      throw Failure(KMK_ERR_DECODE, "this is no log, or one without a checkpoint")
    }
  }

  private func beginRun(at line: Int, _ header: Int?) throws {
    let headerLine = try header.map { try self.line($0) }
    try headerLine?.checkForm()
    let secrets = try headerLine?.secrets().map(ReplaySecrets.init)
    let first = try JSONLogLine(bytes, lines[line].place).step() ?? 0
    let last = lastStep(before: header ?? line)
    runs.append(
      ReplayRun(
        first: line, number: runs.count + 1, stepsBefore: last > first ? last - first : 0,
        secrets: secrets.map { $0.changes }))
    lines[line].run = runs.count - 1
  }

  /// The number of the last step of the runs so far; 0 if there is none.
  private func lastStep(before line: Int) -> UInt64 {
    guard let run = runs.last else { return 0 }
    for index in (run.first..<line).reversed() {
      // One that is damaged is told of when it runs.
      if let step = try? self.line(index).step() { return step }
    }
    return run.stepsBefore
  }

  /// The last checkpoint from which a step can be run to; the first one if there is none.
  func checkpoint(before step: UInt64) -> (line: Int, step: UInt64) {
    checkpoints.last { $0.step < step || ($0.step == step && !beginsLaterRun($0.line)) }
      ?? checkpoints[0]
  }

  /// Whether a line is a run's first checkpoint, and the run not the first.
  func beginsLaterRun(_ line: Int) -> Bool { lines[line].run > 0 && run(of: line).first == line }

  func run(of line: Int) -> ReplayRun { runs[lines[line].run] }

  func line(_ index: Int) throws(JSONError) -> JSONLogLine {
    let (place, run) = lines[index]
    return try JSONLogLine(bytes, place, stepsBefore: run < 0 ? 0 : runs[run].stepsBefore)
  }
}
