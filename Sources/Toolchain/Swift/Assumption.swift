internal import Synchronization

/// The properties of Swift that the engine relies on without a promise, as far as they can be tested.
/// docs/engine/toolchain.md says where each is needed.
package enum Assumption: String, CaseIterable, Sendable {
  case kinds = "the kinds of types in metadata"
  case tags = "the tags of enums"
  case descriptors = "the descriptors of enums"
  case payloads = "the payloads of cases"
  case fieldOffsets = "the offsets of stored properties"
  case propertyNames = "the names of stored properties"
  case optionals = "the layout of optionals"
  case plainEnums = "the layout of enums without payloads"
  case jobs = "the jobs of tasks"
  case runningExecutor = "the executor that is running"
  case hooks = "the hooks for jobs"
  case mainExecutor = "the main actor's executor"
  case defaultExecutor = "the default executor"

  /// Whether the engine works without the property, at the price of a name or an id less in a message, or a refusal
  /// where it is used.
  var hasFallback: Bool {
    switch self {
    case .payloads, .fieldOffsets, .propertyNames: true
    default: false
    }
  }
}

extension Assumption {
  /// For tests: the assumptions to treat as broken.
  @TaskLocal package static var broken: [Assumption] = []

  /// The assumptions that were found broken, once in the process. Before the first loop is made, only assumptions
  /// without an alternative are tried: the others need lookups of types by name, which take most of the time.
  private static let found = allCases.filter { !$0.hasFallback && !$0.isTrue }
  private static let foundReplaced = allCases.filter { $0.hasFallback && !$0.isTrue }

  package var holds: Bool {
    !(hasFallback ? Self.foundReplaced : Self.found).contains(self) && !Self.broken.contains(self)
  }

  /// Why this process cannot have a loop; nil if it can.
  package static var refusal: String? {
    let failed = RuntimeHooks.failures.withLock { $0 }
    if found.isEmpty && broken.isEmpty && failed.isEmpty { return nil }
    let all = found + broken + failed
    let missing = allCases.filter { all.contains($0) && !$0.hasFallback }
    if missing.isEmpty { return nil }
    return "Swift's runtime is not the version that this engine was built for: it differs in "
      + missing.map(\.rawValue).joined(separator: ", ")
  }
}

// MARK: - The trials

extension Assumption {
  private var isTrue: Bool {
    switch self {
    case .kinds: Self.kindsAreTrue
    case .tags: Self.tagsAreTrue
    case .descriptors: Self.descriptorsAreTrue
    case .payloads: Self.payloadsAreTrue
    case .fieldOffsets: Self.fieldOffsetsAreTrue
    case .propertyNames: Self.propertyNamesAreTrue
    case .optionals: Self.optionalsAreTrue
    case .plainEnums: Self.plainEnumsAreTrue
    case .jobs: Self.jobsRun
    case .runningExecutor: Self.runningExecutorIsKnown
    // Tried when they are installed.
    case .hooks, .mainExecutor, .defaultExecutor: true
    }
  }

  private static var kindsAreTrue: Bool {
    TypeMetadata(Example.self).isStruct && TypeMetadata(Choice.self).isEnum
      && TypeMetadata(Int?.self).isOptional && !TypeMetadata(Int?.self).isEnum
      && TypeMetadata((Int, UInt8).self).isTuple && !EnumTag.isEnum(Ran.self)
      && TypeMetadata.isDictionary([Int: Bool].self) && !TypeMetadata.isDictionary(Example.self)
      && TypeMetadata.isSet(Set<Bool>.self) && !TypeMetadata.isSet([Int: Bool].self)
  }

  private static var tagsAreTrue: Bool {
    // Size and stride first: if the table has another layout, the word after them is not a function.
    guard kindsAreTrue, EnumTag.tableFits(Choice.self), EnumTag.tableFits(Example?.self) else {
      return false
    }
    return Choice.all.enumerated().allSatisfy { EnumTag.of($1) == UInt32($0) }
      && EnumTag.of(Example?.some(Example())) == 0 && EnumTag.of(Example?.none) == 1
  }

  private static var descriptorsAreTrue: Bool {
    guard kindsAreTrue, let type = EnumType(Choice.self), type.payloadCaseCount == 3,
      type.caseCount == 5, let keys = EnumType(Choice.CodingKeys.self), keys.caseCount == 3
    else { return false }
    guard keys.isDeclared(in: type), !type.isDeclared(in: keys), keys.isNamedCodingKeys else {
      return false
    }
    // A module that is built without reflection metadata contains no names.
    guard let name = unsafe type.caseName(0) else { return type.hasNoCaseNames }
    return unsafe EnumType(Choice.NumberCodingKeys.self)!.isNamed(forPayloadOf: name)
      && type.names == ["number", "pair", "more", "none", "last"] && keys.hasCases(among: type)
      && !type.hasCases(among: keys)
  }

  private static var payloadsAreTrue: Bool {
    guard tagsAreTrue, descriptorsAreTrue else { return false }
    if EnumType(Choice.self)!.hasNoCaseNames { return true }
    let pairs = EnumPayload<Choice, (Int16, String)>(trusted: true)
    let boxed = EnumPayload<Choice, Choice>(trusted: true)
    guard pairs.cases.map(\.tag) == [1], boxed.cases.map(\.tag) == [2] else { return false }
    guard case .number(-1) = boxed.extract(boxed.cases[0], from: Choice.all[2]) else {
      return false
    }
    return pairs.extract(pairs.cases[0], from: Choice.all[1]) == (7, Example().text)
  }

  private static var fieldOffsetsAreTrue: Bool {
    let expected = [
      MemoryLayout<Example>.offset(of: \.flag), MemoryLayout<Example>.offset(of: \.wide),
      MemoryLayout<Example>.offset(of: \.id), MemoryLayout<Example>.offset(of: \.text),
    ]
    return kindsAreTrue
      && expected.enumerated().allSatisfy {
        TypeMetadata(Example.self).fieldOffset($0) == $1
      }
  }

  private static var propertyNamesAreTrue: Bool {
    guard kindsAreTrue else { return false }
    let properties = StoredProperty.read(of: Example.self)
    return properties.isEmpty
      || properties.map(\.name) == ["flag", "wide", "id", "text"]
        && properties.map { ObjectIdentifier($0.type) }
          == [Bool.self, Int64.self, UInt16.self, String.self].map(ObjectIdentifier.init)
  }

  private static var optionalsAreTrue: Bool {
    var (example, object) = (Example?.some(Example()), Ran?.some(Ran()))
    guard let value = Lent(&example).unwrapped(), value.read({ $0.isIntact }),
      let held = Lent(&object).unwrapped()
    else { return false }
    return held.read { $0 === object }
  }

  private static var plainEnumsAreTrue: Bool {
    let keys = [Choice.CodingKeys.number, .pair, .last]
    return keys.enumerated().allSatisfy {
      PlainEnum.position(of: $1) == $0 && PlainEnum.value(at: $0) == $1
    } && PlainEnum.position(of: Choice.NumberCodingKeys._0) == 0
  }

  /// Whether a job of an executor is a task's next step, and runs where the executor runs it.
  private static var jobsRun: Bool {
    let word = MemoryLayout<UInt>.size
    let executor = TrialExecutor.shared
    guard MemoryLayout<UnownedJob>.size == word,
      unsafe MemoryLayout<UnownedSerialExecutor>.size == 2 * word,
      unsafe executor.asUnownedSerialExecutor().words.object
        == Unmanaged.passUnretained(executor).toOpaque()
    else { return false }
    let ran = Ran()
    Task.detached { @TrialActor in ran.note() }
    executor.runAll()
    return ran.isNoted
  }

  private static var runningExecutorIsKnown: Bool {
    guard jobsRun, !RunningExecutor.is(TrialExecutor.shared) else { return false }
    let ran = Ran()
    Task.detached { @TrialActor in
      if RunningExecutor.is(TrialExecutor.shared), !RunningExecutor.isMainActors { ran.note() }
    }
    TrialExecutor.shared.runAll()
    return ran.isNoted
  }
}

// MARK: - The types for the trials

/// A struct whose layout the compiler knows.
private struct Example {
  var flag = true
  var wide: Int64 = -5
  var id: UInt16 = 9
  var text = "a text that is too long to be kept inside of the value"

  var isIntact: Bool { flag && wide == -5 && id == 9 && text.utf8.count == 54 }
}

/// An enum with every kind of case. Those with payloads come first in metadata.
private enum Choice {
  case none
  case number(Int)
  case pair(left: Int16, right: String)
  indirect case more(Choice)
  case last

  enum CodingKeys: CaseIterable { case number, pair, last }
  enum NumberCodingKeys { case _0 }

  /// A value of each case, in the order of their tags.
  static var all: [Choice] {
    [.number(-1), .pair(left: 7, right: Example().text), .more(.number(-1)), .none, .last]
  }
}

extension EnumType {
  fileprivate var names: [String] {
    (0..<caseCount).map { unsafe caseName($0).map { unsafe String(cString: $0) } ?? "" }
  }
}

/// Records whether a task has run.
final class Ran: Sendable {
  private let noted = Atomic(false)
  var isNoted: Bool { noted.load(ordering: .acquiring) }
  func note() { noted.store(true, ordering: .releasing) }
}

/// Keeps its jobs until ``runAll()``.
private final class TrialExecutor: SerialExecutor {
  static let shared = TrialExecutor()
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs the jobs and the jobs that follow from them.
  func runAll() {
    while let job = jobs.withLock({ $0.popLast() }) {
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

@globalActor
private actor TrialActor {
  static let shared = TrialActor()
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe TrialExecutor.shared.asUnownedSerialExecutor()
  }
}
