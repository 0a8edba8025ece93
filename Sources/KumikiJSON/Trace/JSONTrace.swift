package import Kumiki

/// Tells a function each step of a store as JSON. docs/json.md has the grammar.
package final class JSONTrace {
  /// Receives a step.
  package typealias Tell = (JSON) -> Void

  private let store: Uncounted<Store<JSONState, JSONAction>>
  private let document: JSONDocument
  private let journal = StepJournal()
  private var listeners: [Listener] = []
  private var lastID = 0
  /// Whether the store has ended, and may be gone.
  private var isEnded = false
  private var changes: JSONChanges
  /// What is known of the last step until its effects have begun too.
  private var pending: Pending?
  private var observation: Subscription?
  /// The pointer of the view through which an action is sent just now, and whether it is a binding's write.
  package var view: (pointer: String, isBinding: Bool)?
  /// A hash of all patches so far. Two runs from one state that wrote the same have the same hash.
  package private(set) var hash: UInt64 = 0

  /// The number of the last step.
  package var step: UInt64 { journal.step }

  private struct Pending {
    let number: UInt64
    let clock: UInt64
    let origin: JSON
    let action: JSON
    let patch: JSON
    let inverse: JSON?
    let given: [StepJournal.Given]
    let hash: UInt64
  }

  private typealias Listener = (id: Int, inverse: Bool, tell: Tell)

  package init(_ store: Store<JSONState, JSONAction>, _ document: JSONDocument) {
    self.store = Uncounted(store)
    self.document = document
    changes = JSONChanges(keepsBefore: false)
  }

  package var isEmpty: Bool { listeners.isEmpty }

  /// Whether steps can be undone, which a snapshot does not know.
  package var hasHistories: Bool { document.shape.has(.hasHistory) }

  /// Calls `tell` with each step from now on, after the step's effects have begun.
  ///
  /// - Returns: a function that ends this.
  package func add(inverse: Bool, _ tell: @escaping Tell) -> () -> Void {
    lastID += 1
    let id = lastID
    listeners.append((id, inverse, tell))
    update()
    return { [weak self] in
      guard let self else { return }
      // Released last: it may run code of the program, which may end the store.
      let former = listeners
      withExtendedLifetime(former) {
        listeners.removeAll { $0.id == id }
        update()
      }
    }
  }

  private func update() {
    if listeners.isEmpty { flush() }
    if isEnded { return }
    store.with { store in
      changes = JSONChanges(keepsBefore: listeners.contains(where: \.inverse))
      if listeners.isEmpty {
        observation = nil
        store.table.journal = nil
        store.wrapReducer(nil)
      } else if store.table.journal == nil {
        store.table.journal = journal
        journal.stepEnded = { [weak self] in self?.flush() }
        // Weak, since the store's end releases what is around its reducer last.
        store.wrapReducer { [weak self] base in
          guard let self else { return base }
          return AnyReducer(JSONTracingReducer(base: base, trace: self))
        }
        observation = store.watchBursts { [weak self] in self?.flush() }
      }
    }
  }

  // MARK: A step

  fileprivate func begin() {
    flush()
    journal.beginStep()
    // A container that the record keeps would be copied by the write that it records.
    document.changes.beginStep(at: 0, changes)
  }

  fileprivate func end(_ state: JSONState, _ action: JSONAction) {
    var ended = document.changes.endStep()
    let root = document.root
    let patch = JSONPatch(of: ended, root)
    let inverse = ended.keepsBefore ? ended.back(from: root, at: JSONChanges.root).json : nil
    ended.reset()
    if ended.keepsBefore == changes.keepsBefore { changes = ended }
    // Nobody is to be told of a step that the last one left in.
    if listeners.isEmpty { return }
    hash = ContentHash.chain(hash, patch.json)
    pending = Pending(
      number: journal.step, clock: store.with { $0.loop.now }, origin: origin, action: action.json,
      patch: patch.json, inverse: inverse, given: journal.given, hash: hash)
  }

  private var origin: JSON {
    let source = store.with { $0.table.source }
    if let effect = source.effect {
      var members: [(String, JSON)] = [("effect", .number(effect))]
      if let step = journal.step(ofEffect: effect) { members.append(("step", .number(step))) }
      return JSON(members: members)
    }
    if let step = source.step { return JSON(members: [("send", .number(step))]) }
    if journal.undos > 0 { return "undo" }
    guard let view else { return "program" }
    return JSON(members: [(view.isBinding ? "binding" : "view", JSON(stringLiteral: view.pointer))])
  }

  /// Tells the last step, if that was not done.
  private func flush() {
    guard let step = pending.take() else { return }
    var members: [(String, JSON)] = [
      ("step", .number(step.number)), ("clock", .number(step.clock)), ("origin", step.origin),
      ("action", step.action), ("patch", step.patch), ("hash", .hash(step.hash)),
    ]
    if !step.given.isEmpty { members.append(("given", JSON(elements: step.given.map(\.json)))) }
    if !journal.begun.isEmpty {
      members.append(("began", JSON(elements: journal.begun.map { .number($0) })))
    }
    if !journal.over.isEmpty {
      members.append(("ended", JSON(elements: journal.over.map { .number($0) })))
    }
    if !journal.issues.isEmpty {
      members.append(("issues", JSON(elements: journal.issues.map(\.traced))))
    }
    journal.clear()
    let plain = JSON(members: members)
    let whole = step.inverse.map { JSON(members: members + [("inverse", $0)]) } ?? plain
    for listener in listeners { listener.tell(listener.inverse ? whole : plain) }
  }

  // MARK: Changes without an action

  /// Records that the store went back to a snapshot.
  package func restored(_ snapshot: JSON) {
    flush()
    journal.step += 1
    hash = ContentHash.chain(hash, document.snapshot)
    let record = JSON(members: [
      ("step", .number(journal.step)), ("clock", .number(store.with { $0.loop.now })),
      ("origin", "restore"), ("snapshot", snapshot), ("hash", .hash(hash)),
    ])
    for listener in listeners { listener.tell(record) }
  }

  /// The store ends: tells the last step.
  package func end() {
    flush()
    isEnded = true
    let former = listeners
    withExtendedLifetime(former) {
      listeners = []
      observation = nil
    }
  }
}

/// The reducer of a store whose steps are traced.
private struct JSONTracingReducer: ReducerOperator {
  typealias Body = Never

  let base: AnyReducer<JSONState, JSONAction>
  let trace: JSONTrace

  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    trace.begin()
    let effect = base._step(into: &state, action: action, in: context)
    trace.end(state, action)
    return effect
  }

  func _follow(_ state: inout JSONState, in context: StepContext) -> Effect<JSONAction> {
    base._follow(&state, in: context)
  }

  static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }
}

extension JSONPatch {
  /// What a whole record of writes did.
  init(of changes: JSONChanges, _ root: JSONNode) {
    if changes.isEmpty {
      self.init()
    } else if changes[JSONChanges.root].isWhole {
      self = .whole(replacing: true, by: JSON(borrowing: root))
    } else {
      self.init(changes, at: JSONChanges.root, of: root)
    }
  }
}

extension JSON {
  package static func number(_ number: UInt64) -> JSON {
    JSON(integerLiteral: Int64(clamping: number))
  }

  /// 16 hexadecimal digits.
  package static func hash(_ hash: UInt64) -> JSON {
    var digits = [UInt8](repeating: 0, count: 16)
    for place in 0..<16 {
      let digit = UInt8(hash >> UInt64(60 - 4 * place) & 15)
      digits[place] = digit < 10 ? 48 + digit : 87 + digit
    }
    return JSON(stringLiteral: String(decoding: digits, as: UTF8.self))
  }
}

extension Issue {
  fileprivate var traced: JSON {
    JSON(members: [
      ("code", JSON(stringLiteral: code.rawValue)), ("message", JSON(stringLiteral: message)),
      ("path", JSON(stringLiteral: statePath)),
    ])
  }
}

// MARK: - What was given

extension StepJournal.Given {
  /// `["date", 12]`: the kind and the value.
  package var json: JSON {
    switch self {
    case .uuid(let id): ["uuid", JSON(stringLiteral: id.description)]
    case .presentation(let id): ["presentation", JSON(stringLiteral: id.description)]
    case .element(let id): ["element", id.json]
    case .date(let date): ["date", JSON(integerLiteral: date)]
    case .now(let now): ["now", .number(now)]
    }
  }

  /// Nil for JSON that is no such pair.
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
    default: return nil
    }
  }
}

// MARK: - The chain

extension ContentHash {
  /// Adds a value to a chain. The same in every process, and for values that are written alike.
  ///
  /// Uses a list instead of recursion, since a value may be as deep as a state.
  static func chain(_ hash: UInt64, _ value: JSON) -> UInt64 {
    value.withNode { node in
      var hash = mix(hash, 11)
      var waiting = [node]
      while let node = waiting.popLast() {
        switch node.kind {
        case .null: hash = mix(hash, 1)
        case .bool: hash = mix(hash, node.isTrue ? 2 : 3)
        case .integer: hash = mix(mix(hash, 4), UInt64(bitPattern: node.integer))
        case .real: hash = mix(mix(hash, 5), node.real.bitPattern)
        case .string: hash = mix(hash, of(node.textBytes))
        case .array:
          hash = mix(mix(hash, 6), UInt64(node.elementCount))
          for element in node.children { waiting.append(element) }
        case .object:
          hash = mix(mix(hash, 7), UInt64(node.memberCount))
          for member in node.members {
            hash = mix(hash, of(member.key))
            waiting.append(member.value)
          }
        }
      }
      return hash
    }
  }
}
