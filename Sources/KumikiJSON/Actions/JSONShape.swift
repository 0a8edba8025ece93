internal import Kumiki

/// What is known about a reducer's state and actions before it runs: where slots and rows are, and what an
/// action may be. A recursion expands on demand.
///
/// Plain objects instead of an indirect enum, which would store its case in the pointers. A memory checker
/// would then report shapes that are registered for the whole process as lost.
package final class JSONShape: @unchecked Sendable {
  // Immutable. The closure of a recursion returns the same shape at each call.
  enum Kind {
    case none, all, part, slot, rows, recursion, choice, binding, substate, cases, declared, history
    /// Requires an object at the place, to keep something in.
    case holder
  }

  let kind: Kind
  /// The keys from the reducer's state to the part, and the branch of the part's actions.
  let keys: [String]
  let branch: JSONBranch?
  let options: JSONSlotOptions
  /// For `rows`.
  let form: JSONRowsForm?
  /// For `substate`.
  let substateKind: TypedSubstateKind?
  /// For `cases`: the declared cases of the reducer's actions.
  let cases: JSONCases?
  /// For `declared`: the declared form of the reducer's state.
  let declared: JSONForm?
  /// For `binding`: the fields that views may write, if declared.
  let fields: JSONFields?
  /// For `history`: the undo of the child's steps.
  let undo: (places: JSONUndoPlaces, actions: JSONUndoActions)?
  /// For an operator with a place.
  let label: OperatorLabel?
  /// For `none`: the name of an operator that only watches the place.
  let watcher: String?
  /// For `all`: the members. Otherwise: the shape of the child or element.
  let children: [JSONShape]
  /// `keys` as steps, valid while this lives.
  let steps: JSONSteps
  private let pointer: JSONPointer
  /// For a part: whether its only key is a case of an enum.
  let isCase: Bool
  /// For a part and a slot: whether null means that there is no child.
  let isOptional: Bool
  /// Whether the value there is an enum.
  var isEnum: Bool { options.kind == .enumeration }
  /// Whether any operator in here requires something of its place.
  let needsPlace: Bool
  /// Whether anything is kept beside the state here, or a place in here has a requirement.
  let keepsPlace: Bool
  /// Whether a form of the state is declared in here; and whether one may be, in a recursion.
  let declares: Bool
  let mayDeclare: Bool
  /// Whether steps in here can be undone.
  let hasHistory: Bool
  /// Whether the cases of the actions here are declared, by reducers around the same state.
  let namesCases: Bool
  /// For `all`: whether the members are combined, so that a case declared by one fits all.
  let isJoin: Bool
  /// Whether something may be added to a value: defaults, or the ids of a navigation path.
  let mayComplete: Bool
  // Unmanaged, for code that checks an action at each step and must not count references.
  /// The shape that reads the actions: this one, or the only member that does; nil if none does.
  private(set) var reader: Uncounted<JSONShape>?
  /// The shape that reads the child's actions; nil if none does.
  let childReader: Uncounted<JSONShape>?
  /// The branch's way to the child's actions.
  let way: JSONBranchWay?
  private let nested: (() -> JSONShape)?
  /// For `choice`: returns the reducer for a state and an action. A search for places must call it.
  let choose: JSONReducer.Choice?

  init(
    _ kind: Kind, keys: [String] = [], _ branch: JSONBranch? = nil,
    options: JSONSlotOptions = JSONSlotOptions(), form: JSONRowsForm? = nil,
    substateKind: TypedSubstateKind? = nil, cases: JSONCases? = nil, declared: JSONForm? = nil,
    fields: JSONFields? = nil, label: OperatorLabel? = nil,
    children: [JSONShape] = [], isCase: Bool = false, isOptional: Bool = false,
    nested: (() -> JSONShape)? = nil,
    choose: JSONReducer.Choice? = nil,
    undo: (places: JSONUndoPlaces, actions: JSONUndoActions)? = nil, isJoin: Bool = false,
    watcher: String? = nil
  ) {
    self.kind = kind
    self.keys = keys
    pointer = JSONPointer(keys: keys)
    steps = pointer.segments
    self.isCase = isCase
    self.isOptional = isOptional
    needsPlace =
      switch kind {
      // A reader's shapes are set up when it runs.
      case .none, .binding, .choice, .cases: false
      case .slot, .rows, .substate, .recursion, .declared, .history, .holder: true
      case .all, .part: options.kind == .enumeration || children.contains(where: \.needsPlace)
      }
    keepsPlace =
      switch kind {
      case .declared: false
      case .all: children.contains(where: \.keepsPlace)
      default: needsPlace
      }
    declares = kind == .declared || children.contains(where: \.declares)
    hasHistory = kind == .history || children.contains(where: \.hasHistory)
    mayDeclare = declares || kind == .recursion || children.contains(where: \.mayDeclare)
    namesCases =
      switch kind {
      case .cases: true
      case .all, .history: children.contains(where: \.namesCases)
      default: false
      }
    // A case declared by a single member need not be accepted by the others.
    self.isJoin = isJoin && children.count { $0.namesCases } > 1
    mayComplete =
      mayDeclare || form?.isPath == true || children.contains(where: \.mayComplete)
    self.branch = branch
    way = branch?.way
    childReader = kind == .all ? nil : children.first?.reader
    self.cases = cases
    self.declared = declared
    self.fields = fields
    self.options = options
    self.form = form
    self.substateKind = substateKind
    self.label = label
    self.watcher = watcher
    self.children = children
    self.nested = nested
    self.choose = choose
    self.undo = undo
    switch kind {
    // A reader's choice is checked when it is made.
    case .none, .choice, .declared, .holder: break
    case .all:
      let readers = children.compactMap(\.reader)
      reader = readers.count > 1 ? Uncounted(self) : readers.first
    case .part, .slot, .rows, .recursion, .binding, .substate, .cases, .history:
      reader = Uncounted(self)
    }
  }

  package static let none: JSONShape = JSONShape(.none)

  static func all(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.all, children: shapes) }

  /// The shape of combined reducers.
  static func join(_ shapes: [JSONShape]) -> JSONShape {
    JSONShape(.all, children: shapes, isJoin: true)
  }

  /// The shape of an operator: a part of the state, and the branch of the part's actions.
  static func part(
    _ branch: JSONBranch, keys: [String], _ child: JSONShape,
    _ options: JSONSlotOptions = JSONSlotOptions(), rows: JSONRowsForm? = nil,
    isCase: Bool = false, isOptional: Bool = false, label: OperatorLabel? = nil
  ) -> JSONShape {
    let kind: Kind =
      switch branch.kind {
      case .child: .part
      case .slot: .slot
      case .rows, .path: .rows
      case .binding: .binding
      }
    return JSONShape(
      kind, keys: keys, branch, options: options, form: rows, label: label, children: [child],
      isCase: isCase, isOptional: isOptional)
  }

  /// A feature in another language, which checks its state itself.
  package static func substate(_ kind: TypedSubstateKind) -> JSONShape {
    JSONShape(.substate, substateKind: kind)
  }

  static func recursion(_ nested: @escaping () -> JSONShape) -> JSONShape {
    JSONShape(.recursion, nested: nested)
  }

  /// The shape of the child, the element, or the recursion.
  var child: JSONShape { nested?() ?? children.first ?? .none }

  /// The members of nested lists, flattened, each shape once.
  var members: [JSONShape] {
    var members: [JSONShape] = []
    var met: Set<ObjectIdentifier> = []
    var stack = [self]
    while let shape = stack.popLast() {
      guard met.insert(ObjectIdentifier(shape)).inserted else { continue }
      if shape.kind == .all { stack += shape.children.reversed() } else { members.append(shape) }
    }
    return members
  }

  /// The members, with recursions expanded, and a history's child beside the history.
  var readers: [JSONShape] {
    members.flatMap { shape in
      switch shape.kind {
      case .recursion: shape.child.readers
      case .history: [shape] + shape.child.readers
      default: [shape]
      }
    }
  }
}
