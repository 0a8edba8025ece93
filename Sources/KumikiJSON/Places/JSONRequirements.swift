internal import KumikiValues

/// A requirement of an operator for a place: the operator's shape, and how many of its keys lead there.
struct JSONRequirement {
  let shape: JSONShape
  let step: Int
  /// The child that the requirement concerns, if it is exactly here and has no requirements inside. The shape holds
  /// it.
  fileprivate let leaf: Uncounted<JSONStatePart>?

  fileprivate init(_ shape: JSONShape, _ step: Int) {
    self.shape = shape
    self.step = step
    switch shape.content {
    case .part(let part), .slot(let part):
      let isLeaf = step == shape.steps.count && !part.child.has(.needsPlace)
      leaf = isLeaf ? Uncounted(part) : nil
    default: leaf = nil
    }
  }

  /// Returns why the operator cannot use a value for the place.
  func mismatch(of value: JSONNode?) -> JSONError? {
    if let leaf { return leaf.with { $0.caseMismatch(value) } }
    return shape.mismatch(of: value, after: step)
  }
}

/// The requirements of all operators for one place.
struct JSONRequirements: RandomAccessCollection {
  private var all: [JSONRequirement] = []
  /// Whether a requirement could refuse a value.
  private(set) var mayRefuse = false
  /// Whether a requirement must set something up for each new value.
  private(set) var setsUp = false
  /// Whether a requirement may add members to a value.
  private(set) var mayComplete = false
  /// Whether a requirement concerns a child that is an enum, which changes its case only as a whole.
  private(set) var keepsItsCase = false
  /// The shapes declared for the place, and those of its elements; in a navigation path, of their states.
  private(set) var declared: [JSONForm] = []
  private(set) var declaredOfRows: [JSONForm] = []
  /// The shapes of the operators of the rows at exactly this place.
  private(set) var rowShapes: [JSONShape] = []

  var startIndex: Int { 0 }
  var endIndex: Int { all.count }
  subscript(index: Int) -> JSONRequirement { all[index] }
  func makeIterator() -> IndexingIterator<[JSONRequirement]> { all.makeIterator() }

  mutating func insert(_ shape: JSONShape, _ step: Int) {
    if all.contains(where: { $0.shape === shape && $0.step == step }) { return }
    let requirement = JSONRequirement(shape, step)
    let isLeaf = requirement.leaf != nil
    mayRefuse = mayRefuse || !isLeaf || shape.part?.isEnum == true
    setsUp = setsUp || !isLeaf
    mayComplete = mayComplete || shape.has(.mayComplete)
    all.append(requirement)
    guard step == shape.steps.count else { return }
    switch shape.content {
    case .rows(let part, _):
      declaredOfRows += part.child.declaredHere
      rowShapes.append(shape)
    case .part(let part), .slot(let part):
      if case .part = shape.content, part.isEnum { keepsItsCase = true }
      declared += part.child.declaredHere
    default: declared += shape.declaredHere
    }
  }
}
