internal import KumikiValues

/// What a visit of a state by its shape knows on its way down.
struct JSONVisit {
  private(set) var level = 0
  /// The recursions entered since the last step down. Entering one again adds nothing.
  private(set) var recursions: [JSONShape] = []
  /// Whether this visits what a reader chose for one action. Such a visit adds no requirements, and does not enter
  /// rows and recursions; their own actions set them up.
  var isMeeting = false
  /// Whether a state that a feature in another language cannot read is a mistake, as in a store's first
  /// state.
  var mustRead = false
  /// If another reducer takes over a state: what need not be checked again.
  var established: JSONEstablished?
  /// Whether a saved state loses the members that its closed objects do not have, and nothing is added.
  var isRestoring = false
  /// What completes a value now, of reducers around one state: their own forms, or what is inside; nil for both.
  var round: Round?

  enum Round { case here, inside }

  /// Makes ids for elements of a navigation path that have none; nil to leave them without.
  var identifiers: Identifiers?

  /// One step further down in the state.
  var down: JSONVisit {
    var visit = self
    visit.level += 1
    visit.recursions = []
    visit.round = nil
    return visit
  }

  /// The visit inside a recursion; nil if it is already in that recursion.
  func into(_ recursion: JSONShape) -> JSONVisit? {
    if isMeeting || recursions.contains(where: { $0 === recursion }) { return nil }
    var visit = self
    visit.recursions.append(recursion)
    return visit
  }

  /// Whether the stack suffices to continue, and later to set up the value here from the root.
  var hasStack: Bool {
    StackBudget.has(StackBudget.declaringReserve + level * StackBudget.reducingLevel)
  }
}
