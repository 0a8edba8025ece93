internal import CJansson
internal import Kumiki

// What the operators have beside a state: the identities of slots, the ids of a path's elements, the index
// of rows. It is set up when its place appears, whatever made it appear.
extension JSONShape {
  /// Sets up what the operators need of what is in a state. All of it is known to fit, and to be no deeper
  /// than this thread's stack has room for.
  ///
  /// - Parameter step: as in ``mismatch(of:after:)``.
  /// - Throws: where a feature of another language cannot read its state, if those are to be read.
  func setUp(
    _ state: inout JSONState, after step: Int = 0, _ cells: TypedSubstateReading,
    _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) {
    guard needsPlace else { return }
    if step == steps.count { return try setUp(here: &state, cells, way) }
    if step > steps.count { return try child.setUp(&state, cells, way) }
    guard state.node?.isContainer == true else { return }
    try Self.step(&state, steps.baseAddress! + step) { (next) throws(JSONError) in
      if !way.isMeeting { next.makePlace().claim(self, step + 1) }
      try setUp(&next, after: step + 1, cells, way.down)
    }
  }

  private func setUp(
    here state: inout JSONState, _ cells: TypedSubstateReading, _ way: JSONDescent
  ) throws(JSONError) {
    switch kind {
    case .none, .binding, .choice, .cases: return
    case .cell: if let cellKind, !way.isMeeting { try state.setUpCell(cellKind, cells) }
    case .all: for shape in children { try shape.setUp(&state, cells, way) }
    case .recursion: if let way = way.into(self) { try child.setUp(&state, cells, way) }
    case .part: try child.setUp(&state, cells, way)
    case .slot:
      state.makeSlot(options).appeared(state.node)
      try child.setUp(&state, cells, way)
    case .rows: try setUp(rows: &state, cells, way)
    }
  }

  private func setUp(
    rows array: inout JSONState, _ cells: TypedSubstateReading, _ way: JSONDescent
  ) throws(JSONError) {
    guard let form else { return }
    if way.isMeeting { return try array.meetNewRows(form) }
    let rows = array.makeRows(form)
    rows.isClaimed = true
    guard elementsNeedPlace else { return }
    rows.hasInside = true
    guard let node = array.node, node.pointee.type == JSON_ARRAY else { return }
    for index in 0..<json_array_size(node) {
      let result = array.stepRow(index) { row in
        Result { () throws(JSONError) in try setUp(row: &row, cells, way.down) }
      }
      try result.get()
    }
  }

  /// Sets up what the operators need of one row, or of one entry of a path.
  func setUp(
    row: inout JSONState, _ cells: TypedSubstateReading, _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) {
    guard elementsNeedPlace else { return }
    guard form?.isPath == true else { return try child.setUp(&row, cells, way) }
    try Self.step(&row, JSONPathView.element) { (element) throws(JSONError) in
      element.makePlace().claim(self, steps.count + 1)
      try child.setUp(&element, cells, way.down)
    }
  }

  private static func step(
    _ state: inout JSONState, _ segment: UnsafePointer<JSONPointer.Segment>,
    _ body: (inout JSONState) throws(JSONError) -> Void
  ) throws(JSONError) {
    let result = state.step(segment) { next in
      Result { () throws(JSONError) in try body(&next) }
    }
    try result.get()
  }
}

/// Whether it is a mistake that a feature of another language cannot read its state.
enum TypedSubstateReading {
  /// It is: in the first state of a store.
  case required
  /// The feature's next action tells.
  case tried
}

/// What an operator says of a place: the operator's shape, and how many of its keys lead there.
struct JSONClaim {
  let shape: JSONShape
  let step: Int
  /// It is about a child that is exactly there, in which no operator needs anything.
  fileprivate let isOfLeaf: Bool

  fileprivate init(_ shape: JSONShape, _ step: Int) {
    self.shape = shape
    self.step = step
    isOfLeaf =
      step == shape.steps.count && (shape.kind == .slot || shape.kind == .part)
      && !shape.child.needsPlace
  }

  /// What the operator could not use in a value for the place.
  fileprivate func mismatch(of value: JSONNode) -> JSONMismatch? {
    isOfLeaf ? shape.caseMismatch(value) : shape.mismatch(of: value, after: step)
  }
}

/// What the operators say of one place.
struct JSONClaims: Sequence {
  private var all: [JSONClaim] = []
  /// There is a value that one of them could not use.
  private(set) var mayRefuse = false
  /// One of them has more to set up each time than there is since it was first said.
  private(set) var setsUp = false
  /// One of them is about a child that is an enum, which moves to another case only as a whole.
  private(set) var keepsItsCase = false

  var isEmpty: Bool { all.isEmpty }

  mutating func insert(_ shape: JSONShape, _ step: Int) {
    if all.contains(where: { $0.shape === shape && $0.step == step }) { return }
    let claim = JSONClaim(shape, step)
    mayRefuse = mayRefuse || !claim.isOfLeaf || shape.options.kind == .enumeration
    setsUp = setsUp || !claim.isOfLeaf
    keepsItsCase =
      keepsItsCase || shape.kind == .part && shape.isEnum && step == shape.steps.count
    all.append(claim)
  }

  func makeIterator() -> IndexingIterator<[JSONClaim]> { all.makeIterator() }

  /// What one of the operators could not use in a value for the place.
  func mismatch(of value: JSONNode) -> JSONMismatch? { all.firstResult { $0.mismatch(of: value) } }
}
