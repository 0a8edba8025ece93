internal import KumikiValues

/// A line of a log. A member is parsed on demand, because most of a line is the step's patch, which a replay
/// reads only if its own patch differs.
package struct JSONLogLine {
  private let log: [UInt8]
  /// The number of the log's steps before the steps that the line's run counts.
  private let stepsBefore: UInt64
  /// The positions of the members' values in the log; empty for a missing member.
  private var places = InlineArray<15, Range<Int>>(repeating: 0..<0)

  private enum Member: Int, CaseIterable {
    case step, clock, action, patch, hash, given, presentations, checkpoint, state, snapshot,
      secrets, kumiki, form, asked, issues

    var name: StaticString {
      switch self {
      case .step: "step"
      case .clock: "clock"
      case .action: "action"
      case .patch: "patch"
      case .hash: "hash"
      case .given: "given"
      case .presentations: "presentations"
      case .checkpoint: "checkpoint"
      case .state: "state"
      case .snapshot: "snapshot"
      case .secrets: "secrets"
      case .kumiki: "kumiki"
      case .form: "form"
      case .asked: "asked"
      case .issues: "issues"
      }
    }
  }

  /// The offset of the line in the log.
  private let start: Int

  /// - Parameters:
  ///   - log: the bytes of a log.
  ///   - line: the range of the line in the log.
  ///   - stepsBefore: added to the number of its step.
  /// - Throws: `json` with the offset in the log, if the line is not an object.
  package init(
    _ log: [UInt8], _ line: Range<Int>, stepsBefore: UInt64 = 0
  ) throws(JSONError) {
    self.log = log
    self.stepsBefore = stepsBefore
    start = line.lowerBound
    var scan = MemberScan(log, line)
    guard scan.begin() else { throw Self.problem(log, line) }
    while let (key, value) = scan.next() {
      for member in Member.allCases where scan.isNamed(key, member.name) {
        places[member.rawValue] = value
      }
    }
    guard scan.isAtEnd else { throw Self.problem(log, line) }
  }

  /// Returns jansson's error for a line that is not an object.
  private static func problem(_ log: [UInt8], _ line: Range<Int>) -> JSONError {
    do throws(JSONError) {
      let other = try parse(log, line)
      var error = withExtendedLifetime(other) {
        JSONError.expected("an object", found: other.node)
      }
      error.position = line.lowerBound
      return error
    } catch { return error }
  }

  private static func parse(_ log: [UInt8], _ range: Range<Int>) throws(JSONError) -> JSON {
    let parsed = unsafe log.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in
        try unsafe JSONText.parse(bytes: UnsafeRawBufferPointer(rebasing: bytes[range]))
      }
    }
    return try parsed.mapError { error in
      var error = error
      if error.kind == .json { error.position += range.lowerBound }
      return error
    }.get()
  }

  private func value(_ member: Member) throws(JSONError) -> JSON? {
    let place = places[member.rawValue]
    if place.isEmpty { return .none }
    return try Self.parse(log, place)
  }

  /// The largest number of a step, so that the next number is an integer of JSON too.
  private static let lastStep = UInt64(Int64.max) - 1

  /// Returns the number of the step; for a checkpoint, of the step before it. Nil if the line has no number.
  ///
  /// - Throws: `decode` with the offset in the log, for a value that is not the number of a step.
  package func step() throws(JSONError) -> UInt64? {
    let place = places[Member.step.rawValue]
    if place.isEmpty { return nil }
    if let number = number(in: place, radix: 10) {
      let (sum, isTooLarge) = number.addingReportingOverflow(stepsBefore)
      if !isTooLarge, sum <= Self.lastStep { return sum }
    }
    throw JSONError(
      .decode, position: place.lowerBound, path: "/step",
      message: "expected the number of a step, an integer from 0 to \(Self.lastStep)")
  }

  private func has(_ member: Member) -> Bool { !places[member.rawValue].isEmpty }

  var isHeader: Bool { has(.kumiki) }
  package var isCheckpoint: Bool { has(.checkpoint) }

  /// The version of the log format that this library writes and reads.
  private static let form: UInt64 = 1

  /// Throws for the header of a log in an unknown format.
  package func checkForm() throws(JSONError) {
    let place = places[Member.form.rawValue]
    let form = number(in: place, radix: 10)
    if form == Self.form { return }
    let found = form.map { "found the form \($0), expected" } ?? "expected the form"
    let reason = form ?? 0 > Self.form ? ": a newer library has written this" : ""
    throw JSONError(
      .decode, position: place.isEmpty ? start : place.lowerBound, path: "/form",
      message: "\(found) \(Self.form)\(reason)")
  }

  /// Returns an error in the line's content with the offset of the line.
  package func placed(_ error: JSONError) -> JSONError {
    guard error.kind == .decode, error.position == 0 else { return error }
    var error = error
    error.position = start
    return error
  }

  /// The error for a line that is none of a log's kinds of lines.
  var problem: JSONError {
    JSONError(
      .decode, position: start,
      message: "expected a header, a checkpoint, a step with an action, or a restore")
  }

  /// The loop's clock at the step.
  var clock: UInt64? { number(in: places[Member.clock.rawValue], radix: 10) }

  /// Nil unless the member consists of 16 hexadecimal digits.
  var hash: UInt64? {
    let place = places[Member.hash.rawValue]
    guard place.count == 18 else { return nil }
    return number(in: place.lowerBound + 1..<place.upperBound - 1, radix: 16)
  }

  private func number(in place: Range<Int>, radix: UInt64) -> UInt64? {
    if place.isEmpty { return nil }
    var number: UInt64 = 0
    let digits = log.span
    for index in place {
      let digit: UInt8
      switch digits[index] {
      case let byte where byte &- UInt8(ascii: "0") < 10: digit = byte - UInt8(ascii: "0")
      case let byte where byte &- UInt8(ascii: "a") < 6 && radix == 16:
        digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: radix)
      let (sum, isOver) = product.addingReportingOverflow(UInt64(digit))
      if isTooLarge || isOver { return nil }
      number = sum
    }
    return number
  }

  func action() throws(JSONError) -> JSON? { try value(.action) }
  func patch() throws(JSONError) -> JSON? { try value(.patch) }
  func given() throws(JSONError) -> JSON? { try value(.given) }
  /// The requests that the step's reducers returned.
  func asked() throws(JSONError) -> JSON? { try value(.asked) }

  /// Whether the recorded action was dropped because one of its cases is private.
  func wasPrivate() throws(JSONError) -> Bool {
    guard let issues = try value(.issues) else { return false }
    let code = JSON(stringLiteral: Issue.Code.privateCase.rawValue)
    return (0..<issues.count).contains { issues[index: $0]?[key: "code"] == code }
  }

  func checkpoint() throws(JSONError) -> JSON? { try value(.checkpoint) }
  /// The state of a checkpoint.
  func state() throws(JSONError) -> JSON? { try value(.state) }
  func snapshot() throws(JSONError) -> JSON? { try value(.snapshot) }
  /// Returns the places of secrets according to a log's header.
  package func secrets() throws(JSONError) -> JSON? { try value(.secrets) }

  /// Returns the presentations that were given ids before the step, by their places.
  func presentations() throws(JSONError) -> [(at: String, id: PresentationID)] {
    guard let value = try value(.presentations) else { return [] }
    return value.keys.compactMap { at in
      value[key: at]?.string.flatMap { PresentationID(given: $0) }.map { (at, $0) }
    }
  }
}

/// Finds the members of an object in JSON text, without parsing their values.
private struct MemberScan {
  private let text: [UInt8]
  private let end: Int
  private var position: Int
  private(set) var isAtEnd = false

  init(_ text: [UInt8], _ range: Range<Int>) {
    self.text = text
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func begin() -> Bool { take(UInt8(ascii: "{")) }

  /// Returns the next member's unquoted key and its value; nil at the end, and for text that is not JSON.
  mutating func next() -> (key: Range<Int>, value: Range<Int>)? {
    if take(UInt8(ascii: "}")) {
      skipSpace()
      isAtEnd = position == end
      return nil
    }
    _ = take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "\"")), let key = skipText(), take(UInt8(ascii: ":")) else {
      return nil
    }
    skipSpace()
    let start = position
    guard skipValue() else { return nil }
    return (key, start..<position)
  }

  func isNamed(_ key: Range<Int>, _ name: StaticString) -> Bool {
    let name = JSONBytes(name)
    guard name.count == key.count else { return false }
    let bytes = text.span
    for index in 0..<name.count where bytes[key.lowerBound + index] != name[index] { return false }
    return true
  }

  private mutating func skipSpace() {
    while position < end, text[position] <= UInt8(ascii: " ") { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < end, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// Advances past a string whose first quote has been read.
  private mutating func skipText() -> Range<Int>? {
    let start = position
    while position < end {
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        return start..<position - 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }

  /// Advances past a value, to the comma or the bracket that follows it.
  private mutating func skipValue() -> Bool {
    let start = position
    var open = 0
    while position < end {
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        if skipText() == nil { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if open == 0 { return position > start }
        open -= 1
      case UInt8(ascii: ","): if open == 0 { return position > start }
      default: break
      }
      position += 1
    }
    return false
  }
}
