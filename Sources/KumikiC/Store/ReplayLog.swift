internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// The lines of a log in a file.
final class ReplayLog {
  private enum Kind { case header, checkpoint, other }

  private let bytes: [UInt8]
  private var lines: [(place: Range<Int>, kind: Kind, run: Int)] = []
  private var runs: [ReplayRun] = []
  /// The checkpoints where a replay can start, and the numbers of the steps before them.
  private var checkpoints: [(line: Int, step: UInt64)] = []
  private let firstCheckpoint: Int

  var count: Int { lines.count }

  init(_ path: String) throws {
    guard let bytes = try FileSystem.read(path) else {
      throw Failure.invalid("there is no file \(path.shortened)")
    }
    self.bytes = bytes
    (lines, firstCheckpoint) = Self.lines(of: bytes)
    var header: Int?
    for line in lines.indices {
      if lines[line].kind == .checkpoint, header != nil || runs.isEmpty {
        try beginRun(at: line, header)
        header = nil
      }
      lines[line].run = runs.count - 1
      if lines[line].kind == .header { header = line }
      if lines[line].kind == .checkpoint { try noteCheckpoint(line) }
    }
    guard !checkpoints.isEmpty else {
      throw Failure(KMK_ERR_DECODE, "this is not a log, or it has no checkpoint")
    }
  }

  /// - Returns: The lines, and the index of the first line with a checkpoint.
  private static func lines(
    of bytes: [UInt8]
  ) -> (lines: [(place: Range<Int>, kind: Kind, run: Int)], firstCheckpoint: Int) {
    var lines: [(place: Range<Int>, kind: Kind, run: Int)] = []
    // A line's first members identify its kind.
    let mark = Array("{\"checkpoint\"".utf8)
    let headerMark = Array("{\"kumiki\":\"log\"".utf8)
    var start = 0
    // An unfinished line after the last newline is ignored.
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
      let line = bytes[start..<end]
      let isHeader = line.starts(with: headerMark)
      let kind: Kind = isHeader ? .header : line.starts(with: mark) ? .checkpoint : .other
      lines.append((start..<end, kind, -1))
      start = end + 1
    }
    return (lines, lines.firstIndex { $0.kind == .checkpoint } ?? 0)
  }

  /// Records a checkpoint. If a later checkpoint is damaged, the replay reports it on reaching it.
  private func noteCheckpoint(_ line: Int) throws {
    do { checkpoints.append((line, try self.line(line).step() ?? 0)) } catch {
      if checkpoints.isEmpty { throw error }
    }
  }

  private func beginRun(at line: Int, _ header: Int?) throws {
    var secrets: ReplaySecrets?
    var problem: JSONError?
    var headerLine: JSONLogLine?
    do throws(JSONError) {
      headerLine = try header.map { index throws(JSONError) in try self.line(index) }
      if let headerLine, let places = try headerLine.secrets() {
        do throws(JSONError) { secrets = try ReplaySecrets(places) } catch {
          throw headerLine.placed(error)
        }
      }
    } catch {
      if runs.isEmpty { throw error }
      problem = header.map { named(error, $0) }
    }
    if problem == nil { try headerLine?.checkForm() }
    let first = firstStep(of: line)
    let last = lastStep(before: header ?? line)
    runs.append(
      ReplayRun(
        first: line, number: runs.count + 1, stepsBefore: last > first ? last - first : 0,
        secrets: secrets?.changes, problem: problem, isProblemReported: headerLine == nil))
  }

  /// Returns the number of the step before a run's own steps, from the run's first checkpoint or else from its first
  /// readable step.
  private func firstStep(of checkpoint: Int) -> UInt64 {
    for index in checkpoint..<lines.count
    where index == checkpoint || lines[index].kind != .checkpoint {
      if lines[index].kind == .header { break }
      guard let step = try? JSONLogLine(bytes, lines[index].place).step() else { continue }
      return index == checkpoint ? step : max(step, 1) - 1
    }
    return 0
  }

  /// Returns the number of the last step of the runs so far; 0 if they have no steps.
  private func lastStep(before line: Int) -> UInt64 {
    guard let run = runs.last else { return 0 }
    for index in (run.first..<line).reversed() {
      // A damaged line is reported when it runs.
      if let step = try? self.line(index).step() { return step }
    }
    return run.stepsBefore
  }

  /// Returns the last checkpoint that leads to a step; the first checkpoint if none does.
  func checkpoint(before step: UInt64) -> Int {
    usableCheckpoint(before: step) ?? firstCheckpoint
  }

  /// Returns the last checkpoint in use that leads to a step; nil if none does.
  func usableCheckpoint(before step: UInt64) -> Int? {
    let found =
      checkpoints.last { $0.step < step || ($0.step == step && !beginsLaterRun($0.line)) }
      ?? checkpoints.first { $0.line == firstCheckpoint }
    return found?.line
  }

  /// Stops using a checkpoint that is unreadable or does not match.
  func giveUp(_ line: Int) { checkpoints.removeAll { $0.line == line } }

  /// Returns the number of a step, or of the step before a checkpoint; nil if the line does not contain it.
  func step(of line: Int) -> UInt64? { try? self.line(line).step() }

  /// Returns the line after the last line of a run. `line` is any line of the run.
  func end(ofRunOf line: Int) -> Int {
    lines[line...].firstIndex { $0.run != lines[line].run } ?? count
  }

  func isCheckpoint(_ line: Int) -> Bool { lines[line].kind == .checkpoint }

  /// Whether a line is a run's first checkpoint, except in the first run.
  func beginsLaterRun(_ line: Int) -> Bool { lines[line].run > 0 && run(of: line).first == line }

  func run(of line: Int) -> ReplayRun { runs[lines[line].run] }

  func line(_ index: Int) throws(JSONError) -> JSONLogLine {
    let (place, _, run) = lines[index]
    return try JSONLogLine(bytes, place, stepsBefore: run < 0 ? 0 : runs[run].stepsBefore)
  }

  /// Returns the error of a damaged line, with the line's kind and position.
  func named(_ problem: JSONError, _ line: Int) -> JSONError {
    var error = problem
    guard problem.isDamage else { return error }
    let what =
      switch lines[line].kind {
      case .header: "a header"
      case .checkpoint: "a checkpoint"
      case .other: "a step"
      }
    error.message = "line \(line + 1), \(what), is damaged: \(problem.message)"
    return error
  }
}
