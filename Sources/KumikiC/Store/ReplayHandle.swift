internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// A log that is run again, as held by C, on a loop of its own that nobody dispatches.
final class ReplayHandle: HandleObject {
  private let log: ReplayLog
  private let loop: LoopHandle
  let replay: JSONReplay
  let store: StoreHandle
  /// The line that runs next.
  private var next: Int

  init(_ path: String, _ reducer: JSONReducer) throws {
    loop = try LoopHandle(.virtual)
    log = try ReplayLog(path)
    let first = log.checkpoint(before: 0)
    let home = try StoreHome(loop)
    replay = try JSONReplay(reducer, try log.line(first), table: home.table)
    store = StoreHandle(JSONStoreSource(replaying: replay, reducer), home.loopHandle)
    next = first + 1
    super.init()
  }

  deinit { store.end() }

  func run(to step: UInt64) throws {
    try loop.loop.check()
    if step < replay.step {
      let checkpoint = log.checkpoint(before: step)
      try replay.begin(at: try log.line(checkpoint))
      next = checkpoint + 1
    }
    while replay.step < step || step == .max {
      guard next < log.count else {
        if step == .max { return }
        throw Failure(KMK_ERR_NOT_FOUND, "the log ends with step \(replay.step)")
      }
      let line = try log.line(next)
      next += 1
      let wasAsThen = replay.divergence == nil
      if try !replay.run(line), wasAsThen {
        throw Failure(
          KMK_ERR_DECODE, "step \(replay.step) came out otherwise; kmk_replay_divergence says how")
      }
    }
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
    for line in lines.indices where isCheckpoint(line) {
      let step = try self.line(line)[key: "step"]?.integer ?? 0
      checkpoints.append((line, UInt64(clamping: step)))
    }
    guard !checkpoints.isEmpty else {
      throw Failure(KMK_ERR_DECODE, "this is no log, or one without a checkpoint")
    }
  }

  /// The last checkpoint before a step; the first one if there is none.
  func checkpoint(before step: UInt64) -> Int {
    (checkpoints.last { $0.step <= step } ?? checkpoints[0]).line
  }

  func line(_ index: Int) throws -> JSON {
    let range = lines[index]
    let line = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in
        try unsafe JSONText.parse(bytes: UnsafeRawBufferPointer(rebasing: bytes[range]))
      }
    }
    return try line.mapError { error in
      var error = error
      // The byte of the file.
      if error.kind == .json { error.position += range.lowerBound }
      return error
    }.get()
  }

  private func isCheckpoint(_ line: Int) -> Bool {
    bytes[lines[line]].starts(with: Array("{\"checkpoint\"".utf8))
  }
}
