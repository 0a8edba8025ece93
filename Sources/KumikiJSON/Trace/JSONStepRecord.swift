package import KumikiValues

/// The record of a step while it is written. The next step reuses the object unless a listener kept it, because
/// making and freeing its members took a third of a trace's time.
struct JSONStepRecord: ~Copyable {
  /// The object of the step that was not reported yet.
  private var pending: JSONNode?
  /// An object to write the next step into.
  private var spare: JSONNode?
  /// Whether the record has members that the next step may not have.
  private var hasMore = false
  private var hasInverse = false

  deinit {
    pending?.releaseDeep()
    spare?.releaseDeep()
  }

  var isPending: Bool { pending != nil }

  /// - Parameters:
  ///   - origin: stolen.
  ///   - action: borrowed. A listener may keep the value.
  ///   - inverse: the inverse patch, if any listener wants it.
  mutating func begin(
    number: UInt64, clock: UInt64, origin: JSONNode, action: JSONNode, patch: JSON, inverse: JSON?,
    hash: UInt64
  ) {
    if hasInverse != (inverse != nil) { spare.take()?.releaseDeep() }
    let record = spare.take() ?? JSON.made(.object())
    var members = JSONRewriting(of: record)
    members.put("step", number)
    members.put("clock", clock)
    members.put("origin", stealing: origin)
    members.put("action", stealing: action.retained())
    members.put("patch", stealing: patch.retained())
    members.put("hash", stealing: .hash(hash))
    if let inverse { members.put("inverse", stealing: inverse.retained()) }
    pending = record
    hasMore = false
    hasInverse = inverse != nil
  }

  /// Begins the record of a state that was not the result of an action.
  mutating func begin(number: UInt64, clock: UInt64, origin: JSON, snapshot: JSON, hash: UInt64) {
    pending = JSON(members: [
      ("step", .number(number)), ("clock", .number(clock)), ("origin", origin),
      ("snapshot", snapshot), ("hash", JSON(stealing: .hash(hash))),
    ]).retained()
    hasMore = true
  }

  /// Adds a member, unless it would be empty.
  mutating func add(_ key: StaticString, _ elements: @autoclosure () -> [JSON], isEmpty: Bool) {
    guard !isEmpty, let pending else { return }
    pending.set(key, stealing: JSON(elements: elements()).retained())
    hasMore = true
  }

  /// Adds a member, unless it is nil.
  mutating func add(_ key: StaticString, _ value: JSON?) {
    guard let value, let pending else { return }
    pending.set(key, stealing: value.retained())
    hasMore = true
  }

  /// Ends the record of a step.
  mutating func take() -> Report? { pending.take().map { Report(node: $0, hasMore: hasMore) } }

  /// Takes the object of a reported step back.
  ///
  /// - Parameter isWhole: whether memory sufficed for all of its members.
  mutating func giveBack(_ report: Report, isWhole: Bool) {
    guard isWhole, !report.hasMore, report.node.isUnique, spare == nil else {
      return report.node.releaseDeep()
    }
    // The state and the program may share these values. If they were held here, writes would copy them.
    for member in report.node.members where member.value.isContainer {
      report.node.setNull(member)
    }
    spare = report.node
  }

  struct Report {
    fileprivate let node: JSONNode
    fileprivate let hasMore: Bool

    var json: JSON { JSON(borrowing: node) }

    /// Returns a copy for a listener with other options; the caller owns it.
    func copy(withInverse hasInverse: Bool) -> JSONNode {
      let copy = JSON.made(node.shallowCopy())
      if !hasInverse { copy.remove(JSONBytes("inverse")) }
      return copy
    }
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
    var digits: (UInt64, UInt64) = (0, 0)
    return unsafe withUnsafeMutableBytes(of: &digits) { digits in
      for place in 0..<16 {
        let digit = UInt8(hash >> UInt64(60 - 4 * place) & 15)
        unsafe digits[place] = digit < 10 ? 48 + digit : 87 + digit
      }
      return JSON.made(.text(JSONBytes(UnsafeRawBufferPointer(digits))))
    }
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
