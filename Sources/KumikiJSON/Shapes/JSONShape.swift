internal import KumikiValues

/// The facts about a reducer that are known before it runs: the places of slots and rows, and the states and
/// actions that it accepts. Shapes are compared by identity, and may be shared.
package final class JSONShape: @unchecked Sendable {
  // Sendable: immutable, apart from references that are set during composition.
  enum Content {
    /// A reducer without declarations, which may do anything.
    case none
    /// Reducers around the same state. If they are joined, each may declare some of the cases that all accept.
    case all([JSONShape], isJoin: Bool)
    /// The place where a recursion refers to the reducer that contains it.
    case recursion
    /// An operator that runs a child in a part of the state.
    case part(JSONStatePart)
    /// An operator that runs a child while its state is presented.
    case slot(JSONStatePart)
    /// An operator that runs a child for each row, or for each element of a navigation path.
    // The largest case. The enum's tag is next to the flags at its end. Inside a pointer, the tag would hide the
    // object from a memory checker.
    case rows(JSONStatePart, JSONRowsForm)
    /// The writes of bindings, with the fields that they may write, if declared.
    case binding(JSONBranch, JSONFields?)
    /// A dynamic reducer, chosen for a state when an action arrives. The owner keeps the shape alive.
    case choice((JSONNode) -> (shape: JSONShape, owner: AnyObject)?)
    /// A feature in another language, which checks its state and its actions itself.
    case substate(TypedSubstateKind)
    /// The declared cases of the actions.
    case cases(JSONForm)
    /// The declared shape of the state.
    case declared(JSONForm)
    /// The undo of a reducer's steps.
    case history(JSONUndoPlaces, JSONShape)
    /// An object that must exist, because an operator stores values in it.
    case holder(JSONPointer)
    /// The names of an operator that only observes places and cases, and runs nothing there.
    case watcher(JSONWatcher)
    /// The declared requests.
    case requests(JSONRequestKinds)
  }

  /// Properties of a shape or of any shape inside it.
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// An operator has a requirement for its place.
    static let needsPlace = Traits(rawValue: 1)
    /// Values are kept in addition to the state, or values are checked at a place.
    static let keepsPlace = Traits(rawValue: 2)
    /// A shape of the state is declared (`declares`); the same, or possibly in a recursion (`mayDeclare`).
    static let declares = Traits(rawValue: 4)
    static let mayDeclare = Traits(rawValue: 8)
    /// Steps can be undone.
    static let hasHistory = Traits(rawValue: 16)
    /// The cases of the actions are declared by a reducer around the same state.
    static let namesCases = Traits(rawValue: 32)
    /// Members may be added to a value: defaults, or the ids of a navigation path.
    static let mayComplete = Traits(rawValue: 64)
    /// A dynamic reducer chooses reducers, which are unknown before it runs.
    static let mayChoose = Traits(rawValue: 128)
    /// The cases of some actions are declared, here or further inside.
    static let namesCasesInside = Traits(rawValue: 256)
    /// A feature in another language is here or further inside.
    static let hasTypes = Traits(rawValue: 512)
    /// The set-up may write to the state or fail, so it cannot wait until a row is reached.
    static let isSetUpAtOnce = Traits(rawValue: 1024)
    /// Some cases of the actions are private, here or further inside.
    static let hasPrivate = Traits(rawValue: 2048)
    /// Some members of the state are transient, here or further inside, or possibly in a recursion.
    static let mayHaveTransient = Traits(rawValue: 4096)
  }

  let content: Content
  private let knownName = OnceReference<JSONShapeName>()
  /// The operator's child and its place; nil for other shapes.
  let part: JSONStatePart?
  /// The shapes around the same state that this shape consists of, without the target of a recursion.
  let inside: [JSONShape]
  /// Whether this is a list of shapes that are not joined.
  let isPlainList: Bool
  private let traits: Traits
  /// The steps from the reducer's state to the operator's place, valid while this shape lives.
  let steps: JSONSteps
  private let pointer: JSONPointer
  // Unmanaged references, for code that checks an action at each step and must not count references.
  /// The shape that reads the actions: this shape, or its only member that does; nil if none does.
  private(set) var reader: Uncounted<JSONShape>?
  /// The shape that reads the child's actions; nil if none does.
  private(set) var childReader: Uncounted<JSONShape>?
  /// `part`, for code that must not count references.
  private(set) var heldPart: Uncounted<JSONStatePart>?
  /// The branch of the child's actions.
  private(set) var branch: Uncounted<JSONBranch>?
  /// The shape that contains this recursion.
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
    // The shapes chosen by a dynamic reducer are set up when it runs.
    case .none, .all, .binding, .watcher, .requests: break
    case .choice: traits = .mayChoose
    case .cases(let form):
      traits = [.namesCases, .namesCasesInside]
      if form.table.hasPrivate { traits.insert(.hasPrivate) }
    case .declared(let form):
      traits = [.needsPlace, .declares, .mayDeclare, .mayComplete]
      if form.hasTransient { traits.insert(.mayHaveTransient) }
    case .substate(let kind):
      traits = [.needsPlace, .keepsPlace, .hasTypes, .isSetUpAtOnce]
      if kind.hasPrivate { traits.insert(.hasPrivate) }
    case .holder: traits = [.needsPlace, .keepsPlace]
    case .recursion:
      traits = [
        .needsPlace, .keepsPlace, .mayDeclare, .mayComplete, .isSetUpAtOnce, .mayHaveTransient,
      ]
    case .history(let places, _):
      traits.formUnion([.needsPlace, .keepsPlace, .hasHistory])
      if places.shown != nil { traits.insert(.isSetUpAtOnce) }
    case .part(let part):
      traits.remove(.namesCases)
      if part.isEnum || traits.contains(.needsPlace) {
        traits.formUnion([.needsPlace, .keepsPlace])
      }
    case .slot, .rows:
      traits.remove(.namesCases)
      traits.formUnion([.needsPlace, .keepsPlace])
      if case .rows(_, let form) = content, form.isPath {
        traits.formUnion([.mayComplete, .isSetUpAtOnce])
      }
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
    heldPart = part.map { Uncounted($0) }
    switch content {
    // The choice of a dynamic reducer is checked when it is made.
    case .none, .choice, .declared, .holder, .watcher, .requests: break
    case .all:
      let readers = inside.compactMap(\.reader)
      reader = readers.count > 1 ? Uncounted(self) : readers.first
    case .part, .slot, .rows, .recursion, .binding, .substate, .cases, .history:
      reader = Uncounted(self)
    }
  }

  package static let none: JSONShape = JSONShape(.none)

  static func all(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.all(shapes, isJoin: false)) }

  /// Returns the shape of combined reducers.
  static func join(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.all(shapes, isJoin: true)) }

  package static func substate(_ kind: TypedSubstateKind) -> JSONShape {
    JSONShape(.substate(kind))
  }

  /// Returns the place where a recursion refers to the shape that contains it. The containing shape is not
  /// retained, because a reference cycle would never be freed.
  static func recursion() -> JSONShape { JSONShape(.recursion) }

  /// Sets the shape that a recursion refers to: once when composed, and nil before that shape is released.
  func refer(to whole: JSONShape?) {
    self.whole = whole.map { Uncounted($0) }
    branch = whole?.reader?.object.branch
    childReader = whole?.reader?.object.childReader
  }

  /// Returns the shape of an operator: a part of the state, and the branch of the part's actions.
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

  /// Whether this shape and another are watchers of one place under one name.
  func isWatcher(like other: JSONShape) -> Bool {
    if case .watcher(let one) = content, case .watcher(let other) = other.content {
      one.name.isExactly(other.name) && one.place == other.place
    } else {
      false
    }
  }

  func has(_ trait: Traits) -> Bool { traits.contains(trait) }
  func hasAny(_ some: Traits) -> Bool { !traits.isDisjoint(with: some) }

  // MARK: Visits

  /// The shapes around the same state that this shape consists of, with a recursion expanded.
  var members: [JSONShape] {
    if case .recursion = content { [whole?.object ?? .none] } else { inside }
  }

  /// Returns this shape and all shapes inside it around the same state, from the outside in, each once.
  ///
  /// - Parameter next: returns the shapes inside another; called once for each shape.
  func here(_ next: (JSONShape) -> [JSONShape] = \.members) -> [JSONShape] {
    // Most shapes consist of a few, which are searched faster than a set is made.
    let few = 8
    var found: [JSONShape] = []
    var visited: Set<ObjectIdentifier> = []
    var waiting = [self]
    while let shape = waiting.popLast() {
      if found.count == few { visited = Set(found.map(ObjectIdentifier.init)) }
      let isNew =
        found.count < few
        ? !found.contains { $0 === shape } : visited.insert(ObjectIdentifier(shape)).inserted
      guard isNew else { continue }
      found.append(shape)
      waiting += next(shape).reversed()
    }
    return found
  }

  /// The same shapes, without the targets of recursions.
  var hereOnce: [JSONShape] {
    here { if case .recursion = $0.content { [] } else { $0.members } }
  }

  /// The outermost declarations of the state and of the actions, without the operators.
  var declaration: JSONShape {
    let here = hereOnce
    let state = here.first { if case .declared = $0.content { true } else { false } }
    let actions = here.first { if case .cases = $0.content { true } else { false } }
    return .all([state, actions].compactMap(\.self))
  }
}

/// The identity of a shape for holders that must not retain the shape, with the hash of its description.
package final class JSONShapeName: Sendable {
  private final class Noted<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let knownHash = OnceReference<Noted<String>>()
  private let knownFailure = OnceReference<Noted<JSONError>>()

  /// The hash; nil until it is first requested.
  var hash: String? { knownHash.known?.object.value }
  var isDescribed: Bool { knownHash.known != nil }
  /// The reason for a missing hash: memory or stack did not suffice for a description when a snapshot was taken.
  var failure: JSONError? { knownFailure.known?.object.value }

  /// - Returns: the hash that was recorded first.
  func note(_ hash: String) -> String { knownHash { Noted(hash) }.object.value }
  func note(_ failure: JSONError) { _ = knownFailure { Noted(failure) } }
}

extension JSONShape {
  var name: Uncounted<JSONShapeName> { knownName { JSONShapeName() } }
}

/// The child of an operator: its part of the state, and the branch of its actions.
final class JSONStatePart: Sendable {
  let branch: JSONBranch
  /// The keys from the operator's state to the part.
  let keys: [String]
  let pointer: JSONPointer
  let child: JSONShape
  let options: JSONSlotOptions
  /// Whether its only key is a case of an enum.
  let isCase: Bool
  /// Whether null means that the child is absent.
  let isOptional: Bool
  let label: OperatorLabel?
  /// For an enum: the cases that the child is composed of, and the alerts; nil if another reducer on the same
  /// state may know further cases, or if the child is not known to be composed of cases.
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
  /// The cases by which a reducer reaches parts of its state; nil if it may know other cases.
  fileprivate var stateCases: [JSONCase]? {
    var cases: [JSONCase] = []
    for shape in hereOnce {
      switch shape.content {
      case .part(let part) where part.isCase: cases.append(JSONCase(part.keys[0]))
      case .all, .history, .binding, .cases, .declared, .holder, .watcher, .requests: break
      case .none, .recursion, .part, .slot, .rows, .choice, .substate: return nil
      }
    }
    return cases
  }
}
