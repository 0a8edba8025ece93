internal import Kumiki

// Sets up what the operators keep beside a state (identities, ids, an index) when its place appears.
extension JSONShape {
  /// Sets up what the operators require of a state, which is known to fit.
  ///
  /// - Parameter step: as in ``mismatch(of:after:)``.
  /// - Throws: if a feature in another language must read its state and cannot.
  func setUp(
    _ state: inout JSONState, after step: Int = 0, _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) {
    guard needsPlace else { return }
    if step == steps.count { return try setUp(here: &state, way) }
    if step > steps.count { return try child.setUp(&state, way) }
    guard state.node?.isContainer == true else { return }
    try state.step(steps.step(step)) { (next) throws(JSONError) in
      if !way.isMeeting { next.makePlace().require(self, step + 1) }
      try setUp(&next, after: step + 1, way.down)
    }
  }

  private func setUp(here state: inout JSONState, _ way: JSONDescent) throws(JSONError) {
    switch kind {
    case .none, .binding, .choice, .cases, .declared, .holder: return
    case .substate:
      if let substateKind, !way.isMeeting { try state.setUpSubstate(substateKind, way.mustRead) }
    case .all: for shape in children { try shape.setUp(&state, way) }
    case .recursion: if let way = way.into(self) { try child.setUp(&state, way) }
    case .history:
      if let undo, !way.isMeeting { state.setUpHistory(undo.places) }
      try child.setUp(&state, way)
    case .part: try child.setUp(&state, way)
    case .slot:
      state.makeSlot(options).appeared(state.node)
      try child.setUp(&state, way)
    case .rows: try setUp(rows: &state, way)
    }
  }

  private func setUp(rows array: inout JSONState, _ way: JSONDescent) throws(JSONError) {
    guard let form else { return }
    if way.isMeeting { return try array.meetNewRows(form) }
    let rows = array.makeRows(form)
    rows.isRequired = true
    guard elementsNeedPlace else { return }
    rows.hasInside = true
    guard elementsKeepPlace, let node = array.node, node.isArray else { return }
    for index in 0..<node.elementCount {
      try array.stepRow(index) { (row) throws(JSONError) in try setUp(row: &row, way.down) }
    }
  }

  /// Sets up what the operators require of one row, or of one entry of a navigation path.
  func setUp(
    row: inout JSONState, _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) {
    guard elementsKeepPlace else { return }
    guard form?.isPath == true else { return try child.setUp(&row, way) }
    try row.step(JSONPathForm.element.step) { (element) throws(JSONError) in
      element.makePlace().require(self, steps.count + 1)
      try child.setUp(&element, way.down)
    }
  }
}

/// A requirement of an operator for a place: the operator's shape, and how many of its keys lead there.
struct JSONRequirement {
  let shape: JSONShape
  let step: Int

  /// Whether it is about a child exactly there, inside which no operator requires anything.
  fileprivate var isOfLeaf: Bool {
    step == shape.steps.count && (shape.kind == .slot || shape.kind == .part)
      && !shape.child.needsPlace
  }

  /// Why the operator cannot use a value for the place.
  fileprivate func mismatch(of value: JSONNode?) -> JSONMismatch? {
    isOfLeaf ? shape.caseMismatch(value) : shape.mismatch(of: value, after: step)
  }
}

/// The requirements of all operators for one place.
struct JSONRequirements: Sequence {
  private var all: [JSONRequirement] = []
  /// Whether one of them could refuse a value.
  private(set) var mayRefuse = false
  /// Whether one of them must set something up for each new value.
  private(set) var setsUp = false
  /// Whether one of them is about a child that is an enum, which changes its case only as a whole.
  private(set) var keepsItsCase = false
  /// The forms declared for the place; then those for its elements, in a navigation path for those inside.
  private(set) var declared: [JSONForm] = []
  private(set) var declaredOfRows: [JSONForm] = []

  var isEmpty: Bool { all.isEmpty }

  mutating func insert(_ shape: JSONShape, _ step: Int) {
    if all.contains(where: { $0.shape === shape && $0.step == step }) { return }
    let requirement = JSONRequirement(shape: shape, step: step)
    mayRefuse = mayRefuse || !requirement.isOfLeaf || shape.isEnum
    setsUp = setsUp || !requirement.isOfLeaf
    keepsItsCase =
      keepsItsCase || shape.kind == .part && shape.isEnum && step == shape.steps.count
    all.append(requirement)
    if shape.mayDeclare, step == shape.steps.count { noteDeclared(shape) }
  }

  private mutating func noteDeclared(_ shape: JSONShape) {
    switch shape.kind {
    case .rows: declaredOfRows += shape.child.declaredHere
    case .part, .slot: declared += shape.child.declaredHere
    default: declared += shape.declaredHere
    }
  }

  func makeIterator() -> IndexingIterator<[JSONRequirement]> { all.makeIterator() }

  /// Why one of the operators cannot use a value for the place.
  func mismatch(of value: JSONNode?) -> JSONMismatch? { all.firstResult { $0.mismatch(of: value) } }
}
