internal import Kumiki

/// What a reducer over JSON says about its state and its actions before it runs: where slots and rows are,
/// and what an action may be. A recursion is as deep as the state or the question.
///
/// Plain objects and not an indirect enum: that would mark its case in the pointers, where a memory
/// checker takes what is registered for the whole process for lost.
package final class JSONShape: @unchecked Sendable {
  // Immutable. The closure of a recursion gives the same shape whenever it is called.
  enum Kind {
    case none, all, part, slot, rows, recursion, choice, binding, cell, cases, declared, history
    /// An object must be at the place: something is kept in it.
    case holder
  }

  let kind: Kind
  /// The keys from the reducer's state to the part, and the branch of its actions that is the part's.
  let keys: [String]
  let branch: JSONBranch?
  let options: JSONSlotOptions
  /// Of `rows`.
  let form: JSONRowsForm?
  /// Of `cell`.
  let cellKind: TypedSubstateKind?
  /// Of `cases`: what the reducer's actions may be, where that was said.
  let cases: JSONCases?
  /// Of `declared`: what the reducer's state may be, where that was said.
  let declared: JSONForm?
  /// Of `binding`: what views may write, where that was said.
  let fields: JSONFields?
  /// Of `history`: whose children's steps can be undone.
  let undo: (places: JSONUndoPlaces, actions: JSONUndoActions)?
  /// Of an operator with a place.
  let label: OperatorLabel?
  /// Of `none`: what an operator is called that only looks at the place.
  let watcher: String?
  /// The members of `all`; else the child's or element's shape.
  let children: [JSONShape]
  /// `keys` as steps, valid while this lives.
  let steps: JSONSteps
  private let pointer: JSONPointer
  /// Of a part: its one key is a case of an enum.
  let isCase: Bool
  /// Of a part and a slot: null is no child.
  let isOptional: Bool
  /// What is there is an enum.
  var isEnum: Bool { options.kind == .enumeration }
  /// Somewhere in here an operator needs something of its place.
  let needsPlace: Bool
  /// Something is kept beside the state here, or a place in here is claimed.
  let keepsPlace: Bool
  /// Somewhere in here it was said what the state may be; and whether it may have been, in a recursion.
  let declares: Bool
  let mayDeclare: Bool
  /// Somewhere in here steps can be undone.
  let hasHistory: Bool
  /// It was said which cases the actions here may be, by reducers that stand around the same state.
  let namesCases: Bool
  /// Of `all`: the members stand beside each other, and what one of them names is right for all.
  let isJoin: Bool
  /// Something may be added to a value that is put in: what has a default, the ids of a path.
  let mayComplete: Bool
  // For those who check an action at each step and must not count.
  /// Which shape reads the actions: this, or the only member that does; nil where none does.
  private(set) var reader: Uncounted<JSONShape>?
  /// Which shape reads the child's actions; nil where none does.
  let childReader: Uncounted<JSONShape>?
  /// The branch's way to them.
  let way: JSONBranchWay?
  private let nested: (() -> JSONShape)?
  /// Of `choice`: the reducer for a state and an action. Who looks for places has to ask for it.
  let choose: JSONReducer.Choice?

  init(
    _ kind: Kind, keys: [String] = [], _ branch: JSONBranch? = nil,
    options: JSONSlotOptions = JSONSlotOptions(), form: JSONRowsForm? = nil,
    cellKind: TypedSubstateKind? = nil, cases: JSONCases? = nil, declared: JSONForm? = nil,
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
      // A reader's is met when it runs.
      case .none, .binding, .choice, .cases: false
      case .slot, .rows, .cell, .recursion, .declared, .history, .holder: true
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
    // What one alone names no other has to let through.
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
    self.cellKind = cellKind
    self.label = label
    self.watcher = watcher
    self.children = children
    self.nested = nested
    self.choose = choose
    self.undo = undo
    switch kind {
    // What a reader chooses is asked when it is chosen.
    case .none, .choice, .declared, .holder: break
    case .all:
      let readers = children.compactMap(\.reader)
      reader = readers.count > 1 ? Uncounted(self) : readers.first
    case .part, .slot, .rows, .recursion, .binding, .cell, .cases, .history:
      reader = Uncounted(self)
    }
  }

  package static let none: JSONShape = JSONShape(.none)

  static func all(_ shapes: [JSONShape]) -> JSONShape { JSONShape(.all, children: shapes) }

  /// Of reducers beside each other.
  static func join(_ shapes: [JSONShape]) -> JSONShape {
    JSONShape(.all, children: shapes, isJoin: true)
  }

  /// What an operator is about: a part of the state, and the branch of the actions that is the part's.
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

  /// A feature of another language, which knows itself what is in its state.
  package static func cell(_ kind: TypedSubstateKind) -> JSONShape {
    JSONShape(.cell, cellKind: kind)
  }

  static func recursion(_ nested: @escaping () -> JSONShape) -> JSONShape {
    JSONShape(.recursion, nested: nested)
  }

  /// The shape of the child, the element, or the recursion.
  var child: JSONShape { nested?() ?? children.first ?? .none }

  /// What stands side by side here: what lists are made of, each shape once.
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

  /// The members, and those of recursions in their place; a history's beside it.
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
