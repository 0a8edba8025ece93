public import Kumiki

extension JSONFeature {
  /// The state of a feature that speaks JSON, as a part of a Swift feature's state.
  ///
  /// A value: copies are independent of each other. Beside the JSON it keeps the identities of what
  /// is presented in it and the places of its rows, which JSON does not show; they live on from
  /// action to action, and a copy has the same. Equality and coding see the JSON alone.
  public struct State {
    /// What it is before a feature has looked at it.
    private var plain: JSON?
    /// What it is from then on. Shared by copies, and forked by the one that is written.
    private var document: JSONDocument?

    /// A state that gets its identities from the first action that reaches it.
    ///
    /// ``JSONFeature/makeState(_:)`` gives them at once, and finds mistakes.
    public init(_ json: JSON) { plain = json }

    /// The state as JSON; writing it replaces the whole.
    ///
    /// What is presented goes on where the new JSON has the same case and id in its place. JSON in
    /// which two rows have one id is refused: the issue `duplicate-element-id`, and nothing changes.
    public var json: JSON {
      get { document?.snapshot ?? plain ?? .null }
      set {
        _ = replace(by: newValue)
      }
    }

    /// False where it is refused.
    private mutating func replace(by json: JSON) -> Bool {
      guard document != nil else {
        plain = json
        return true
      }
      var root = JSONState(unique())
      let isDone = (try? root.set(.root, stealing: json.withNode { $0.retained() })) != nil
      document?.endBurst()
      return isDone
    }

    /// This with other JSON; nil where that is refused.
    func replaced(by json: JSON) -> Self? {
      var copy = self
      return copy.replace(by: json) ? copy : nil
    }

    /// Runs `body` with a cursor for the whole state, which is this value's alone from then on.
    mutating func modify<Result>(
      _ shape: JSONShape, _ body: (inout JSONState) -> Result
    ) throws(JSONError) -> Result {
      try declare(shape)
      let document = unique()
      var root = JSONState(document)
      let result = body(&root)
      // Nobody watches. What is remembered of rows that left goes, and the next writes are others.
      document.endBurst()
      return result
    }

    /// Gives what is presented in the first JSON its identity.
    mutating func declare(_ shape: JSONShape) throws(JSONError) {
      guard document == nil else { return }
      let identifiers = ReduceContext.current?.pointee.identifiers
      let made = try json.withNode { node throws(JSONError) in
        try JSONDocument(borrowing: node, identifiers ?? Identifiers(isCounting: false))
      }
      try made.declare(shape)
      document = made
      plain = nil
    }

    private mutating func unique() -> JSONDocument {
      if !isKnownUniquelyReferenced(&document) { document = document!.fork() }
      return document!
    }

    /// The slot at a place in here, as it is now; nil where no feature has one.
    func slot(at pointer: JSONPointer) -> JSONSlotIdentity? { document?.slotIdentity(at: pointer) }
  }
}

extension JSONFeature.State: Equatable {
  /// - Complexity: O(*n*) in the size of the state; O(1) for an unchanged copy.
  public static func == (left: Self, right: Self) -> Bool {
    if let document = left.document, document === right.document { return true }
    return left.json == right.json
  }
}

extension JSONFeature.State: Codable {
  public init(from decoder: any Decoder) throws { self.init(try JSON(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension JSONFeature.State: CustomStringConvertible {
  public var description: String { json.description }
}

// MARK: - The feature as a reducer

extension JSONFeature: ReducerOperator {
  /// Its actions are JSON.
  public typealias Action = JSON
  /// It has no body: it is a step.
  public typealias Body = Never

  /// Handles an action as the feature's own store would; effects come back as actions in JSON.
  ///
  /// An action or a state that does not fit the feature is the issue `action-misfit`: nothing runs.
  public func _step(
    into state: inout State, action: JSON, in context: StepContext
  ) -> Effect<JSON> {
    do throws(JSONError) {
      if let mistake = reducer.mistake { throw mistake }
      let action = try checked(action)
      return try state.modify(reducer.shape) {
        reducer._step(into: &$0, action: action, in: context)
      }
      .lift(\.json)
    } catch {
      ReduceContext.report(
        .actionMisfit, "\(error.message); the action was dropped", label: "feature",
        statePath: error.path)
      return .none
    }
  }

  /// A state of this feature: the given JSON, or the one that the feature was registered with.
  ///
  /// In a reducer, or where a store evaluates its initial state, what is presented in it has its
  /// identity from now on.
  /// - Throws: where the feature was composed wrongly, or an operator of it could not use the state;
  ///   where there is no JSON at all.
  ///
  /// - Complexity: O(*n*) in the size of the state.
  public func makeState(_ json: JSON? = nil) throws -> State {
    guard let json = try json ?? initialState() else {
      throw JSONError(.notFound, message: "the feature has no state of its own: give one")
    }
    try json.withNode { node throws(JSONError) in try reducer.check(state: node) }
    var state = State(json)
    // Elsewhere the ids would be none of a store's.
    if ReduceContext.current != nil { try state.declare(reducer.shape) }
    return state
  }
}
