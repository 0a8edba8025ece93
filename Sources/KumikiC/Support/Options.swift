internal import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON

// Reads the structs of the headers, and fills structs of the program.

/// Fills a struct of the program, which may have been compiled with an older or a newer header. Writes as much as the
/// struct has room for, and 0 into members that the library does not know.
@safe func fill<Struct>(_ target: COut<Struct>?, size: Int, with value: Struct?) {
  guard let target = UnsafeMutableRawPointer(target) else { return }
  let size = Int(clamping: UInt(bitPattern: size))
  let room = unsafe UnsafeMutableRawBufferPointer(start: target, count: size)
  unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
  guard let value else { return }
  unsafe withUnsafeBytes(of: value) { value in
    unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: value.prefix(size)))
  }
}

/// Returns the struct behind a pointer; nil for NULL.
@safe func whole<Struct>(_ given: CStructs<Struct>?) -> Struct? { unsafe given?.pointee }

/// Reads a struct of the program, which may have been compiled with an older or a newer header. Members beyond the
/// struct's size get their defaults; unknown members are ignored.
///
/// - Parameters:
///   - what: The name of the argument, for the message.
///   - standard: The defaults of the struct.
///   - first: The struct's size in the first published version.
///   - advice: How a program initializes the struct.
@safe func sized<Struct>(
  _ given: CStructs<Struct>?, _ what: String, _ standard: Struct, first: Int, _ advice: String = ""
) throws -> Struct? {
  guard let given = unsafe UnsafeRawPointer(given) else { return nil }
  // The size alone is read first, because nothing beyond that size may be read.
  let size = unsafe given.load(as: UInt.self)
  guard size >= first else {
    throw Failure.invalid("\(what).size is smaller than \(Struct.self)\(advice)")
  }
  var whole = standard
  unsafe withUnsafeMutableBytes(of: &whole) { target in
    let count = min(Int(clamping: size), target.count)
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: given, count: count))
  }
  return whole
}

// MARK: - Cases and fields

extension JSONCases.Case {
  @safe init(_ known: kmk_case) throws {
    try unsafe self.init(
      text(known.name, "a case's name"), optionalText(known.payload, "a case's payload"))
  }
}

/// Returns the pointer and the type of a field that bindings may write.
@safe func declared(_ field: kmk_field) throws -> (pointer: JSONPointer, form: JSONForm) {
  let pointer = try unsafe pointer(field.pointer, "a field's pointer")
  return (pointer, try unsafe JSONForm(field: text(field.kind, "a field's kind")))
}

// MARK: - Options

extension JSONSlotOptions {
  @safe init(_ options: CStructs<kmk_slot_options>?) throws {
    self.init()
    guard
      let options = try unsafe sized(
        options, "options", kumiki_default_slot_options, first: kumiki_first_slot_options,
        "; use KMK_SLOT_OPTIONS_INIT")
    else { return }
    switch unsafe options.kind {
    case KMK_STATE_AUTO: kind = .automatic
    case KMK_STATE_STRUCT: kind = .structure
    case KMK_STATE_ENUM: kind = .enumeration
    default: throw Failure.invalid("options.kind is not a kmk_state_kind")
    }
    if let key = unsafe options.id_key { idKey = JSONCase(try text(key, "options.id_key")) }
    isEphemeral = unsafe options.ephemeral
    ephemeralCases = try unsafe texts(options.ephemeral_cases) {
      JSONCase(try text($0, "a case in options.ephemeral_cases"))
    }
  }
}

/// The options of `kmk_undoable`, converted for the engine.
struct UndoOptions {
  let places: JSONUndoPlaces
  let actions: JSONUndoActions
  let limit: Int
  let limitBytes: Int
  let grouping: UInt64

  /// Returns the function that describes steps; nil for none, and for options with a wrong size.
  @safe static func describe(
    _ options: CStructs<kmk_undo_options>?
  ) -> Callback<JSONUndoActions.Describe>? {
    let standard = unsafe kumiki_default_undo_options
    let options = try? sized(options, "options", standard, first: kumiki_first_undo_options)
    guard let options = unsafe options ?? nil, unsafe options.describe != nil else { return nil }
    return unsafe Callback(options.describe, options.describe_data, options.describe_free)
  }

  @safe init(
    _ options: CStructs<kmk_undo_options>?, _ describe: Callback<JSONUndoActions.Describe>?
  ) throws {
    let standard = unsafe kumiki_default_undo_options
    let options =
      try unsafe sized(
        options, "options", standard, first: kumiki_first_undo_options,
        "; use KMK_UNDO_OPTIONS_INIT") ?? standard
    let part = try unsafe optionalText(options.state_path, "options.state_path") ?? ""
    let shown = try unsafe optionalText(options.history_path, "options.history_path")
    let own = try unsafe [
      (options.undo_case, "undo", "options.undo_case"),
      (options.redo_case, "redo", "options.redo_case"),
      (options.clear_case, "clearHistory", "options.clear_case"),
    ].map { given, standard, what in
      // The front ends for other languages pass the standard names. A program may declare only some of them.
      let name = try Self.name(given, standard, what)
      return (name, isGiven: name != JSONCase(standard))
    }
    actions = try unsafe JSONUndoActions(
      undo: own[0].0, redo: own[1].0, clear: own[2].0,
      named: own.filter(\.isGiven).map { try JSONCasePath($0.0.name) },
      counted: options.actions == nil
        ? nil : texts(options.actions) { try casePath($0, "a path in options.actions") },
      uncounted: texts(options.ignored) { try casePath($0, "a path in options.ignored") },
      description: describe?.get())
    places = try unsafe JSONUndoPlaces(
      part: JSONPointer(part), shown: shown.map { text throws in try JSONPointer(text) },
      showsLabels: describe != nil, words: actions.cases,
      included: Self.pointers(options.included), excluded: Self.pointers(options.excluded))
    limit = unsafe options.limit == 0 ? 100 : Int(clamping: UInt(bitPattern: options.limit))
    limitBytes = unsafe Int(clamping: UInt(bitPattern: options.limit_bytes))
    grouping = unsafe options.group_nanoseconds
  }

  @inline(never)
  @safe private static func pointers(_ given: CStructs<CText?>?) throws -> [JSONPointer] {
    try unsafe texts(given) { try pointer($0, "a place in the options") }
  }

  @safe private static func name(
    _ text: CText?, _ standard: String, _ what: String
  ) throws -> JSONCase {
    try CStringView(text) == nil ? JSONCase(standard) : singleCase(text, what)
  }
}

/// The options of `kmk_running`, converted for the engine.
struct RunningOptions {
  let id: String
  let time: RunningTime
  let ended: JSONAction?

  @safe init(_ options: CStructs<kmk_running_options>?) throws {
    let standard = unsafe kumiki_default_running_options
    let options =
      try unsafe sized(
        options, "options", standard, first: kumiki_first_running_options,
        "; use KMK_RUNNING_OPTIONS_INIT") ?? standard
    id = try unsafe optionalText(options.id, "options.id") ?? ""
    ended = unsafe borrowed(options.ended).map { JSONAction($0) }
    switch unsafe options.time {
    case KMK_TIME_RESTART: time = .restart
    case KMK_TIME_REMAINING: time = .remaining
    case KMK_TIME_DEADLINE: time = .deadline
    default: throw Failure.invalid("options.time is not a kmk_running_time")
    }
  }
}

extension JSONMigrations {
  /// Reads the migration steps of a program.
  @safe init(_ migrations: CStructs<kmk_migrations>?, _ what: String = "migrations") throws {
    let none = unsafe kmk_migrations(size: 0, version: 0, count: 0, steps: nil)
    guard
      let migrations = try sized(
        migrations, what, none, first: kumiki_first_migrations)
    else {
      self.init()
      return
    }
    let what = what + ".steps"
    var steps: [Int64: Step] = [:]
    try unsafe members(migrations.steps, migrations.count, what).forEach { step in
      guard let migrate = unsafe step.migrate else {
        throw Failure.isNull(what + ".migrate")
      }
      let data = unsafe UserData(step.user_data, nil)
      let old = steps.updateValue(
        { state in
          state.withNode { state in
            calling("kmk_migrate_fn") { taken(unsafe migrate(lent(state), data.pointer)) }
          }
        },
        forKey: unsafe Int64(step.from))
      guard old == nil else {
        throw unsafe Failure.invalid("two of \(what) are from version \(step.from)")
      }
    }
    unsafe self.init(to: Int64(migrations.version), steps)
  }
}

extension JSONLogMigrations {
  /// Returns nil if the options have no migrations.
  @safe static func read(_ options: kmk_replay_options) throws -> JSONLogMigrations? {
    if unsafe options.states == nil && options.actions == nil { return nil }
    let states = try unsafe JSONMigrations(options.states, "options.states")
    let actions = try unsafe JSONMigrations(options.actions, "options.actions")
    if let first = states.version, let second = actions.version, first != second {
      throw Failure.invalid(
        "options.states migrates to version \(first), and options.actions to \(second)")
    }
    return JSONLogMigrations(states: states, actions: actions)
  }
}

extension LoopHandle {
  @safe convenience init(
    _ options: CStructs<kmk_loop_options>?, _ userData: UserData
  ) throws {
    let standard = kumiki_default_loop_options
    let options =
      try sized(
        options, "options", standard, first: kumiki_first_loop_options,
        "; use KMK_LOOP_OPTIONS_INIT") ?? standard
    guard options.worker_count > 0 else {
      throw Failure.invalid("options.worker_count is 0; nothing would do the blocking work")
    }
    var workers = WorkerOptions()
    workers.count = Int(options.worker_count)
    workers.waitsAtEnd = !options.abandons_workers
    if let submit = unsafe options.submit {
      workers.submit = { ticket in
        let job = JobHandle(ticket).retained()
        if unsafe submit(job, userData.pointer) { return true }
        // A refused job still belongs to the library.
        Handle<JobHandle>.free(job)
        return false
      }
    }
    try self.init(options.is_virtual ? .virtual : .live, workers)
    if options.burst_limit != 0 { loop.burstLimit = options.burst_limit }
  }
}

extension RetryPolicy {
  /// Reads a policy, and the names of the failures that are worth another try; nil for all failures.
  @safe static func c(_ given: CStructs<kmk_retry_options>?) throws -> (Self, [ExactText]?) {
    let standard = unsafe kumiki_default_retry_options
    let policy =
      try unsafe sized(
        given, "options", standard, first: kumiki_first_retry_options,
        "; use KMK_RETRY_OPTIONS_INIT")
      ?? standard
    guard unsafe policy.factor >= 1, unsafe (0...1).contains(policy.jitter) else {
      throw Failure.invalid("options.factor is below 1, or options.jitter is not from 0 to 1")
    }
    let names =
      try unsafe policy.only == nil
      ? nil : texts(policy.only) { ExactText(try text($0, "a name in options.only")) }
    return unsafe (
      RetryPolicy(
        nanoseconds: policy.wait, factor: policy.factor,
        most: policy.greatest_wait == 0 ? .max : policy.greatest_wait, jitter: policy.jitter),
      names
    )
  }
}
