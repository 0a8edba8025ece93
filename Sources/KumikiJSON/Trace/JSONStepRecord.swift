package import KumikiValues

/// The record of a step while it is written. The next step reuses the object unless a listener kept it, because
/// making and freeing its members took a third of a trace's time.
struct JSONStepRecord: ~Copyable {
  /// The record of the step that was not reported yet.
  private var pending: Report?
  /// An object to write the next step into.
  private var spare: JSONTemplate?
  private var hasInverse = false
  private var hasDuration = false

  private static let keys: [StaticString] = ["step", "clock", "origin", "action", "patch", "hash"]

  deinit {
    pending?.node.releaseDeep()
    spare?.node.releaseDeep()
  }

  var isPending: Bool { pending != nil }

  /// - Parameters:
  ///   - origin: stolen.
  ///   - action: borrowed. A listener may keep the value.
  ///   - patch: borrowed.
  ///   - inverse: the inverse patch, if any listener wants it.
  ///   - duration: the time that the reducers took, in nanoseconds, if any listener wants it.
  mutating func begin(
    number: UInt64, clock: UInt64, origin: JSONNode, action: JSONNode, patch: JSONNode,
    inverse: JSON?, hash: UInt64, duration: UInt64?
  ) {
    let parts = (inverse != nil, duration != nil)
    if (hasInverse, hasDuration) != parts { spare.take()?.node.releaseDeep() }
    (hasInverse, hasDuration) = parts
    let record =
      spare.take()
      ?? JSONTemplate(
        Self.keys + (hasInverse ? ["inverse"] : []) + (hasDuration ? ["duration"] : []))
    record.put(0, number)
    record.put(1, clock)
    record.put(2, origin)
    origin.release()
    record.put(3, action)
    record.put(4, patch)
    JSONNode.withDigits(of: hash) { record.put(5, $0) }
    inverse?.withNode { record.put(6, $0) }
    if let duration { record.put(hasInverse ? 7 : 6, duration) }
    pending = Report(node: record.node, reused: record)
  }

  /// Begins the record of a state that was not the result of an action.
  mutating func begin(number: UInt64, clock: UInt64, origin: JSON, snapshot: JSON, hash: UInt64) {
    let record = JSON(members: [
      ("step", .number(number)), ("clock", .number(clock)), ("origin", origin),
      ("snapshot", snapshot), ("hash", JSON(stealing: .hash(hash))),
    ])
    pending = Report(node: record.retained(), reused: nil)
  }

  /// Adds a member, unless it would be empty.
  mutating func add(_ key: StaticString, _ elements: @autoclosure () -> [JSON], isEmpty: Bool) {
    if !isEmpty { add(key, JSON(elements: elements())) }
  }

  /// Adds a member, unless it is nil.
  mutating func add(_ key: StaticString, _ value: JSON?) {
    guard let value, let node = pending?.node else { return }
    node.set(key, stealing: value.retained())
    pending?.reused = nil
  }

  /// Ends the record of a step.
  mutating func take() -> Report? { pending.take() }

  /// Takes the object of a reported step and the memory of its patches back.
  ///
  /// - Parameter isWhole: whether memory sufficed for all of its members.
  mutating func giveBack(
    _ report: Report, _ patch: JSONPatch.Spare, _ inverse: JSONPatch.Spare, isWhole: Bool
  ) {
    // A listener may have caused another record, which then has the patches' memory.
    guard isWhole, let record = report.reused, record.node.isUnique, pending == nil, spare == nil
    else { return report.node.releaseDeep() }
    record.forgetContainer(3)
    if !patch.takeBack() { record.forgetContainer(4) }
    if hasInverse, !inverse.takeBack() { record.forgetContainer(6) }
    spare = record
  }

  struct Report {
    let node: JSONNode
    /// The object, unless it has members that the next step may not have.
    fileprivate(set) var reused: JSONTemplate?
  }
}

/// The record for a step whose own record failed for lack of memory. Prepared when the trace starts.
struct JSONMissingStep {
  private var record: JSON?

  /// Makes the record, if memory suffices.
  mutating func prepare() {
    guard record == nil else { return }
    let shortages = Shortage.count
    let made = JSON(members: [("step", .number(0)), ("missing", true)])
    if Shortage.count == shortages { record = made }
  }

  /// Returns the record of a step; nil if there is none. The numbers of later steps then show the gap.
  mutating func take(_ step: UInt64) -> JSON? {
    prepare()
    guard let taken = record.take(), let number = taken.node.member("step") else { return nil }
    number.setInteger(Int64(clamping: step))
    return taken
  }

  /// Takes the record back, unless a listener kept a part of it.
  mutating func giveBack(_ report: JSON) {
    if report.node.isUnique, report.node.member("step")?.isUnique == true { record = report }
    prepare()
  }
}

extension JSON {
  package static func number(_ number: UInt64) -> JSON {
    JSON(integerLiteral: Int64(clamping: number))
  }
}

extension JSONNode {
  /// Returns a string of 16 hexadecimal digits.
  package static func hash(_ hash: UInt64) -> JSONNode {
    withDigits(of: hash) { JSON.made(.text($0)) }
  }

  @inline(__always)
  fileprivate static func withDigits<R>(of hash: UInt64, _ body: (JSONBytes) -> R) -> R {
    let digits = (digits(UInt32(hash >> 32)), digits(UInt32(truncatingIfNeeded: hash)))
    return unsafe withUnsafeBytes(of: digits) { body(JSONBytes($0)) }
  }

  /// Returns the eight digits of a number, as bytes in memory.
  private static func digits(_ number: UInt32) -> UInt64 {
    // Each digit gets a byte of its own, and all bytes become characters at once.
    var digits = UInt64(number)
    digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (digits &+ 0x3030_3030_3030_3030 &+ letters &* 39).bigEndian
  }
}

extension Issue {
  var traced: JSON {
    JSON(members: [
      ("code", JSON(stringLiteral: code.rawValue)), ("message", JSON(stringLiteral: message)),
      ("path", JSON(stringLiteral: statePath)),
    ])
  }
}

// MARK: - Recorded inputs

extension StepJournal.RecordedValue {
  /// `["date", 12]`: the kind and the value.
  package var json: JSON {
    switch self {
    case .uuid(let id): ["uuid", JSON(stringLiteral: id.description)]
    case .presentation(let id): ["presentation", JSON(stringLiteral: id.description)]
    case .element(let id): ["element", id.json]
    case .date(let date): ["date", JSON(integerLiteral: date)]
    case .now(let now): ["now", .number(now)]
    case .random(let number): ["random", JSON(integerLiteral: Int64(bitPattern: number))]
    }
  }

  /// Nil for JSON that is not such a pair.
  package init?(_ json: JSON) {
    guard let kind = json[index: 0]?.string, let value = json[index: 1] else { return nil }
    switch kind {
    case "uuid":
      guard let id = value.string.flatMap({ UniqueID($0) }) else { return nil }
      self = .uuid(id)
    case "presentation":
      guard let id = value.string.flatMap({ PresentationID(given: $0) }) else { return nil }
      self = .presentation(id)
    case "element":
      guard let id = StackElementID(value.node) else { return nil }
      self = .element(id)
    case "date":
      guard let date = value.integer else { return nil }
      self = .date(date)
    case "now":
      guard let now = value.integer else { return nil }
      self = .now(UInt64(clamping: now))
    case "random":
      guard let number = value.integer else { return nil }
      self = .random(UInt64(bitPattern: number))
    default: return nil
    }
  }
}
