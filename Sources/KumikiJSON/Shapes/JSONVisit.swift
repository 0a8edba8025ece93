internal import KumikiValues

/// The state of a visit of a value by its shape, from the outside in.
struct JSONVisit {
  private(set) var level = 0
  /// The recursions entered since the last step down. Entering one again adds nothing.
  private(set) var recursions: [JSONShape] = []
  /// Whether the shapes are those that a dynamic reducer chose for one action. Such a visit adds no
  /// requirements, and does not enter rows and recursions, which are set up by their own actions.
  var isForOneAction = false
  /// Whether a state that a feature in another language cannot read is an error, as in a store's first state.
  var mustRead = false
  /// The facts that need not be checked again, if another reducer takes over a state.
  var verified: VerifiedFacts?
  /// Records whether a compared value lacks members.
  var lack: JSONLack?
  /// Whether a saved state loses undeclared members of its closed objects. If so, no members are added.
  var isRestoring = false
  /// Whether the state of a log gets its transient members. If so, no other members are added.
  var isReplaying = false
  /// The shapes that complete a value in the current round: declarations here, or shapes inside; nil for both.
  var round: Round?

  enum Round { case here, inside }

  /// Makes ids for elements of a navigation path without ids; nil to leave them without.
  var identifiers: Identifiers?

  /// The visit one step further inside the state.
  var down: JSONVisit {
    var visit = self
    visit.level += 1
    visit.recursions = []
    visit.round = nil
    return visit
  }

  /// Returns the visit inside a recursion; nil if the visit is already in that recursion.
  func into(_ recursion: JSONShape) -> JSONVisit? {
    if isForOneAction || recursions.contains(where: { $0 === recursion }) { return nil }
    var visit = self
    visit.recursions.append(recursion)
    return visit
  }

  /// Whether the stack suffices to continue, and later to set up the value here from the root.
  var hasStack: Bool {
    StackBudget.has(StackBudget.declaringReserve + level * StackBudget.settingUpLevel)
  }
}
