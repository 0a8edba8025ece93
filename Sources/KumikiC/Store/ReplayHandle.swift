internal import CKumiki
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

  init(_ path: String, _ reducer: JSONReducer) throws {
    loop = try LoopHandle(.virtual)
    log = try ReplayLog(path)
    let first = log.checkpoint(before: 0).line
    let home = try StoreHome(loop)
    replay = try JSONReplay(reducer, try log.line(first), table: home.table)
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
    if step < replay.step { try goBack(to: step) }
    while replay.step < step || step == .max {
      guard next < log.count else {
        if step == .max { return }
        throw Failure(KMK_ERR_NOT_FOUND, "the log ends with step \(replay.step)")
      }
      let line = try log.line(next)
      next += 1
      let wasAsThen = replay.divergence == nil
      let isAsThen = try replay.run(line)
      if moments.wants(replay.step) { moments.keep(replay.moment, next) }
      if !isAsThen, wasAsThen {
        throw Failure(
          KMK_ERR_DECODE, "step \(replay.step) came out otherwise; kmk_replay_divergence says how")
      }
    }
  }

  private func goBack(to step: UInt64) throws {
    let checkpoint = log.checkpoint(before: step)
    if let (moment, following) = moments.last(before: step), moment.step > checkpoint.step {
      try replay.goBack(to: moment)
      next = following
    } else {
      try replay.begin(at: try log.line(checkpoint.line))
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
      return moment.step - one.moment.step >= 4 * spacing
    }
  }

  /// The last one that is not after a step. Those after it go.
  mutating func last(before step: UInt64) -> (moment: JSONReplay.Moment, next: Int)? {
    kept.removeAll { $0.moment.step > step }
    return kept.last
  }
}

/// The lines of a log in a file.
private final class ReplayLog {
  private let bytes: [UInt8]
  private var lines: [Range<Int>] = []
  /// The lines with checkpoints, and the steps before them.
  private var checkpoints: [(line: Int, step: UInt64)] = []

  var count: Int { lines.count }

  init(_ path: String) throws {
    guard let bytes = try FileSystem.read(path) else {
      throw Failure.invalid("there is no file \(path.shortened)")
    }
    self.bytes = bytes
    var start = 0
    // What stands behind the last newline was not finished.
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
      lines.append(start..<end)
      start = end + 1
    }
    // A checkpoint's first member says that it is one.
    let mark = Array("{\"checkpoint\"".utf8)
    for line in lines.indices where bytes[lines[line]].starts(with: mark) {
      checkpoints.append((line, try self.line(line).step ?? 0))
    }
    guard !checkpoints.isEmpty else {
      throw Failure(KMK_ERR_DECODE, "this is no log, or one without a checkpoint")
    }
  }

  /// The last checkpoint before a step; the first one if there is none.
  func checkpoint(before step: UInt64) -> (line: Int, step: UInt64) {
    checkpoints.last { $0.step <= step } ?? checkpoints[0]
  }

  func line(_ index: Int) throws(JSONError) -> JSONLogLine {
    try JSONLogLine(bytes, lines[index])
  }
}
