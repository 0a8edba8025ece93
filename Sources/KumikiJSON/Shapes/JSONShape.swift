internal import KumikiValues

/// What is known about a reducer before it runs: where slots and rows are, and what its states and actions
/// may be. Shapes are compared by identity, and may be shared.
package final class JSONShape: @unchecked Sendable {
  // Immutable.
  enum Content {
    /// A reducer that declares nothing, so that it may do anything.
    case none
    /// Reducers around the same state. Of joined ones, each names some of the cases that fit all.
    case all([JSONShape], isJoin: Bool)
    /// Where a recursion refers to the reducer that contains it.
    case recursion
    /// An operator that runs a child in a part of the state.
    case part(JSONStatePart)
    /// An operator that runs a child while its state is presented.
    case slot(JSONStatePart)
    /// An operator that runs a child for each row, or for each element of a navigation path.
    // The largest case. The enum's tag lies beside the flags at its end: in a pointer, it would hide the
    // object from a memory checker.
    case rows(JSONStatePart, JSONRowsForm)
    /// The writes of views, with the fields that they may write, if declared.
    case binding(JSONBranch, JSONFields?)
    /// A reducer that is chosen for a state when an action comes. The owner keeps the chosen shape.
    case choice((JSONNode) -> (shape: JSONShape, owner: AnyObject)?)
    /// A feature in another language, which checks its state and its actions itself.
    case substate(TypedSubstateKind)
    /// The declared cases of the actions.
    case cases(JSONForm)
    /// The declared form of the state.
    case declared(JSONForm)
    /// The undo of a reducer's steps.
    case history(JSONUndoPlaces, JSONShape)
    /// An object that must exist, to keep something in.
    case holder(JSONPointer)
    /// The names that an operator has only to look by, which runs nothing at them.
    case watcher(JSONWatcher)
  }

  /// What holds for a shape or for any shape in it.
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// An operator requires something of its place.
    static let needsPlace = Traits(rawValue: 1)
    /// Something is kept beside the state, or values are checked at a place.
    static let keepsPlace = Traits(rawValue: 2)
    /// A form of the state is declared; then the same, or perhaps in a recursion.
    static let declares = Traits(rawValue: 4)
    static let mayDeclare = Traits(rawValue: 8)
    /// Steps can be undone.
    static let hasHistory = Traits(rawValue: 16)
    /// The cases of the actions are declared, by a reducer around the same state.
    static let namesCases = Traits(rawValue: 32)
    /// Something may be added to a value: defaults, or the ids of a navigation path.
    static let mayComplete = Traits(rawValue: 64)
    /// A reader chooses reducers, of which nothing is known before it runs.
    static let mayChoose = Traits(rawValue: 128)
    /// The cases of some actions are declared, here or further inside.
    static let namesCasesInside = Traits(rawValue: 256)
    /// A feature in another language is here or further inside.
    static let hasTypes = Traits(rawValue: 512)
  }

  let content: Content
  private let knownName = OnceReference<JSONShapeName>()
  /// The operator's child and its place; nil for other shapes.
  let part: JSONStatePart?
  /// The shapes around the same state that this one consists of, apart from a recursion's.
  let inside: [JSONShape]
  /// Whether it is some shapes, not joined.
  let isPlainList: Bool
  private let traits: Traits
  /// The steps from the reducer's state to the operator's place, valid while this lives.
  let steps: JSONSteps
  private let pointer: JSONPointer
  // Unmanaged, for code that checks an action at each step and must not count references.
  /// The shape that reads the actions: this one, or the only member that does; nil if none does.
  private(set) var reader: Uncounted<JSONShape>?
  /// The shape that reads the child's actions; nil if none does.
  private(set) var childReader: Uncounted<JSONShape>?
  /// The branch of the child's actions.
  private(set) var branch: Uncounted<JSONBranch>?
  /// Of a recursion: the shape that contains it.
  private var whole: Uncounted<JSONShape>?

  init(_ content: Content) {
    var content = content
    if case .all(let members, true) = content {
      // A case declared by a single member need not be accepted by the others.
      content = .all(members, isJoin: members.count { $0.has(.namesCases) } > 1)
    }
    self.content = content
    isPlainList = if case .all(_, isJoin: false) = content { true } else { false }
    switch content {
    case .part(let part), .slot(let part), .rows(let part, _): self.part = part
    default: part = nil
    }
    switch content {
    case .all(let members, _): inside = members
    case .history(_, let child): inside = [child]
    default: inside = []
    }
    var traits = part?.child.traits ?? []
    for shape in inside { traits.formUnion(shape.traits) }
    switch content {
    // A reader's shapes are set up when it runs.
    case .none, .all, .binding, .watcher: break
    case .choice: traits = .mayChoose
    case .cases: traits = [.namesCases, .namesCasesInside]
    case .declared: traits = [.needsPlace, .declares, .mayDeclare, .mayComplete]
    case .substate: traits = [.needsPlace, .keepsPlace, .hasTypes]
    case .holder: traits = [.needsPlace, .keepsPlace]
    case .recursion: traits = [.needsPlace, .keepsPlace, .mayDeclare, .mayComplete]
    case .history: traits.formUnion([.needsPlace, .keepsPlace, .hasHistory])
    case .part(let part):
      traits.remove(.namesCases)
      if part.isEnum || traits.contains(.needsPlace) {
        traits.formUnion([.needsPlace, .keepsPlace])
      }
    case .slot, .rows:
      traits.remove(.namesCases)
      traits.formUnion([.needsPlace, .keepsPlace])
      if case .rows(_, let form) = content, form.isPath { traits.insert(.mayComplete) }
    }
    self.traits = traits
    switch content {
    case .holder(let pointer): self.pointer = pointer
    case .watcher(let watcher): self.pointer = watcher.place
    default: pointer = part?.pointer ?? .root
    }
    steps = pointer.segments
    childReader = part?.child.reader
    branch = part.map { Uncounted($0.branch) }
    switch content {
    // A reader's choice is checked when it is made.
    case .none, .choice, .declared, .holder, .watcher: break
    case .all:
      let readers = inside.compactMap(\.reader)
      reader = readers.count > 1 ? Uncounted(self) : readers.first
    case .part, .slot, .rows, .recursion, .binding, .substate, .cases, .history:
      reader = Uncounted(self)
    }
  }

  package static let none: JSONShape = JSONShape(.none)

  static func all(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.all(shapes, isJoin: false)) }

  /// The shape of combined reducers.
  static func join(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.all(shapes, isJoin: true)) }

  package static func substate(_ kind: TypedSubstateKind) -> JSONShape {
    JSONShape(.substate(kind))
  }

  /// Where a recursion refers to the shape that contains it. That one is not retained, because a reference
  /// cycle would never be freed.
  static func recursion() -> JSONShape { JSONShape(.recursion) }

  /// Says which shape a recursion refers to: once while it is composed, and nil before that shape is released.
  func refer(to whole: JSONShape?) {
    self.whole = whole.map { Uncounted($0) }
    branch = whole?.reader?.object.branch
    childReader = whole?.reader?.object.childReader
  }

  /// The shape of an operator: a part of the state, and the branch of the part's actions.
  static func part(
    _ branch: JSONBranch, keys: [String], _ child: JSONShape,
    _ options: JSONSlotOptions = JSONSlotOptions(), rows: JSONRowsForm? = nil,
    isCase: Bool = false, isOptional: Bool = false, label: OperatorLabel? = nil
  ) -> JSONShape {
    let part = JSONStatePart(
      branch, keys, child, options, isCase: isCase, isOptional: isOptional, label: label)
    if let rows { return JSONShape(.rows(part, rows)) }
    return if case .slot = branch.kind { JSONShape(.slot(part)) } else { JSONShape(.part(part)) }
  }

  /// The feature in another language; nil for other shapes.
  var substateKind: TypedSubstateKind? {
    if case .substate(let kind) = content { kind } else { nil }
  }

  /// Whether this and another shape are watchers of one place under one name.
  func isWatcher(like other: JSONShape) -> Bool {
    if case .watcher(let one) = content, case .watcher(let other) = other.content {
      one.name.isExactly(other.name) && one.place == other.place
    } else {
      false
    }
  }

  func has(_ trait: Traits) -> Bool { traits.contains(trait) }
  func hasAny(_ some: Traits) -> Bool { !traits.isDisjoint(with: some) }

  // MARK: Walks

  /// The shapes around the same state that this one consists of, with a recursion expanded.
  var members: [JSONShape] {
    if case .recursion = content { [whole?.object ?? .none] } else { inside }
  }

  /// This shape and all inside it around the same state, from the outside in, each once.
  ///
  /// - Parameter next: the shapes inside another; not called twice for one shape.
  func here(_ next: (JSONShape) -> [JSONShape] = \.members) -> [JSONShape] {
    // Most shapes consist of a few, which are searched sooner than a set is made.
    let few = 8
    var found: [JSONShape] = []
    var met: Set<ObjectIdentifier> = []
    var waiting = [self]
    while let shape = waiting.popLast() {
      if found.count == few { met = Set(found.map(ObjectIdentifier.init)) }
      let isNew =
        found.count < few
        ? !found.contains { $0 === shape } : met.insert(ObjectIdentifier(shape)).inserted
      guard isNew else { continue }
      found.append(shape)
      waiting += next(shape).reversed()
    }
    return found
  }

  /// The same without what recursions lead to.
  var hereOnce: [JSONShape] {
    here { if case .recursion = $0.content { [] } else { $0.members } }
  }

  /// The outermost declaration of the state, and that of the actions, without what operators know.
  var declaration: JSONShape {
    let here = hereOnce
    let state = here.first { if case .declared = $0.content { true } else { false } }
    let actions = here.first { if case .cases = $0.content { true } else { false } }
    return .all([state, actions].compactMap(\.self))
  }
}

/// What a shape is known by where it is not to be held: an object of its own, with the hash of its description.
package final class JSONShapeName: Sendable {
  private final class Noted<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let knownHash = OnceReference<Noted<String>>()
  private let knownFailure = OnceReference<Noted<JSONError>>()

  /// The hash; nil before it was first asked for.
  var hash: String? { knownHash.known?.object.value }
  var isDescribed: Bool { knownHash.known != nil }
  /// Why there is no hash, if so: there was no memory or no stack for a description when a snapshot was taken.
  var failure: JSONError? { knownFailure.known?.object.value }

  /// - Returns: the hash, of whoever noted it first.
  func note(_ hash: String) -> String { knownHash { Noted(hash) }.object.value }
  func note(_ failure: JSONError) { _ = knownFailure { Noted(failure) } }
}

extension JSONShape {
  var name: Uncounted<JSONShapeName> { knownName { JSONShapeName() } }
}

/// The child of an operator: the part of the state that it has, and the branch of its actions.
final class JSONStatePart: Sendable {
  let branch: JSONBranch
  /// The keys from the operator's state to the part.
  let keys: [String]
  let pointer: JSONPointer
  let child: JSONShape
  let options: JSONSlotOptions
  /// Whether its only key is a case of an enum.
  let isCase: Bool
  /// Whether null means that there is no child.
  let isOptional: Bool
  let label: OperatorLabel?
  /// Of an enum: the cases that the child is composed of, and the alerts; nil if a reducer beside them may
  /// know others, or it is not known to be composed of cases.
  let knownCases: [JSONCase]?

  init(
    _ branch: JSONBranch, _ keys: [String], _ child: JSONShape, _ options: JSONSlotOptions,
    isCase: Bool, isOptional: Bool, label: OperatorLabel?
  ) {
    self.branch = branch
    self.keys = keys
    pointer = JSONPointer(keys: keys)
    self.child = child
    self.options = options
    self.isCase = isCase
    self.isOptional = isOptional
    self.label = label
    var cases = options.knowsCases ? child.stateCases : nil
    cases?.append(contentsOf: options.ephemeralCases)
    var known: Set<JSONCase> = []
    knownCases = cases?.filter { known.insert($0).inserted }
  }

  /// Whether the value there is an enum.
  var isEnum: Bool { options.kind == .enumeration }
}

extension JSONShape {
  /// The cases that a reducer reaches parts of its state by; nil if it may know others.
  fileprivate var stateCases: [JSONCase]? {
    var cases: [JSONCase] = []
    for shape in hereOnce {
      switch shape.content {
      case .part(let part) where part.isCase: cases.append(JSONCase(part.keys[0]))
      case .all, .history, .binding, .cases, .declared, .holder, .watcher: break
      case .none, .recursion, .part, .slot, .rows, .choice, .substate: return nil
      }
    }
    return cases
  }
}
