public import KumikiValues

extension JSONFeature {
  /// The state of a JSON feature, as a part of a Swift feature's state.
  ///
  /// A value: copies are independent of each other. Beside the JSON it keeps the identities of its
  /// presentations and the index of its rows. They persist from action to action, and a copy has the same
  /// ones. Equality and coding use the JSON alone.
  public struct State {
    /// The JSON, until a feature first uses it.
    private var plain: JSON?
    /// The document, from then on. Shared by copies, and forked by the copy that is written.
    private var document: JSONDocument?
    /// The presentation ids from a snapshot, while the state is still plain JSON.
    private var given: [(at: String, id: PresentationID)] = []

    /// A state that gets its identities with the first action that reaches it.
    ///
    /// ``JSONFeature/makeState(_:)`` assigns them immediately, and detects mistakes.
    public init(_ json: JSON) { plain = json }

    /// The state as JSON. Setting it replaces the whole.
    ///
    /// A presentation continues if the new JSON has the same case and id in its place. JSON with two rows
    /// of the same id is refused: the issue `duplicate-element-id`, and nothing changes.
    public var json: JSON {
      get { document?.snapshot ?? plain ?? .null }
      set {
        _ = replace(by: newValue)
      }
    }

    /// Returns false if the JSON is refused.
    private mutating func replace(by json: JSON) -> Bool {
      guard document != nil else {
        plain = json
        given = []
        return true
      }
      var root = JSONState(unique())
      let isDone = (try? root.set(.root, stealing: json.withNode { $0.retained() })) != nil
      document?.endBurst()
      return isDone
    }

    /// A copy with other JSON; nil if it is refused.
    func replaced(by json: JSON) -> Self? {
      var copy = self
      return copy.replace(by: json) ? copy : nil
    }

    /// Runs `body` with a cursor at the whole state, after making the state unique to this value.
    mutating func modify<Result>(
      _ shape: JSONShape, _ body: (inout JSONState) -> Result
    ) throws(JSONError) -> Result {
      try declare(shape)
      let document = unique()
      var root = JSONState(document)
      let result = body(&root)
      // Nobody observes this. Ends the burst, so that rows that left are forgotten and later writes are
      // new.
      document.endBurst()
      return result
    }

    /// Assigns identities to the presentations in the first JSON.
    mutating func declare(_ shape: JSONShape) throws(JSONError) {
      guard document == nil else { return }
      let identifiers = ReduceContext.current?.pointee.identifiers
      let made = try JSONDocument(json, identifiers ?? Identifiers(isCounting: false))
      let position = made.identifiers.position
      try made.declare(shape)
      if !given.isEmpty { made.goOn(presenting: given, from: position) }
      document = made
      plain = nil
      given = []
    }

    /// What is presented in here, outer ones first.
    var presentations: [(at: String, id: PresentationID)] { document?.presentationsUp ?? given }

    /// A copy that presents under the ids of a snapshot.
    func presenting(_ ids: [(at: String, id: PresentationID)]) -> Self {
      var copy = self
      if document == nil { copy.given = ids } else { copy.unique().present(ids) }
      return copy
    }

    private mutating func unique() -> JSONDocument {
      if !isKnownUniquelyReferenced(&document) { document = document!.fork() }
      return document!
    }

    /// Whether a reader in the feature has chosen what follows the state.
    var follows: Bool { document?.following.isOn ?? false }

    /// The current slot at a place in here; nil if no feature has one.
    func slot(at pointer: JSONPointer) -> JSONSlotIdentity? {
      if let document { return document.slotIdentity(at: pointer) }
      // Its kind is known with the first action.
      return given.first { $0.at.isExactly(pointer.text) }.map {
        JSONSlotIdentity(id: $0.id.description, isEnum: false)
      }
    }
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
  /// Actions are JSON.
  public typealias Action = JSON
  /// Has no body: it is a step.
  public typealias Body = Never

  /// Handles an action as the feature's own store would. Effects send actions in JSON.
  ///
  /// An action or a state that does not fit the feature is the issue `action-misfit`, and nothing runs.
  public func _step(
    into state: inout State, action: JSON, in context: StepContext
  ) -> Effect<JSON> {
    do throws(JSONError) {
      if let mistake = reducer.mistake { throw mistake }
      let action = try checked(action)
      return try state.modify(reducer.shape) { root in
        ReduceContext.placing {
          // The place of this feature is a part of that of the typed one around it.
          if let part = $0.part { $0.inDocument = { part(.below($0)) } }
        } _: {
          reducer._step(into: &root, action: action, in: context)
        }
      }
      .lift(\.json)
    } catch {
      return ReduceContext.refuse(
        error, error.message, label: "feature", part: .below(error.path))
    }
  }

  public func _follow(_ state: inout State, in context: StepContext) -> Effect<JSON> {
    guard reducer.following == .declared || state.follows, reducer.mistake == nil else {
      return .none
    }
    let effect = try? state.modify(reducer.shape) { root in
      let effect = reducer._follow(&root, in: context)
      root.document.with { $0.following.endLook(in: $0.changes) }
      return effect
    }
    return effect?.lift(\.json) ?? .none
  }

  /// Known only of the feature itself.
  public static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }

  /// A state of this feature: the given JSON, or the one that the feature was registered with.
  ///
  /// In a reducer, or while a store evaluates its initial state, its presentations get their identities
  /// immediately.
  /// - Throws: if the feature was composed wrongly, if one of its operators cannot use the state, or if
  ///   there is no JSON at all.
  ///
  /// - Complexity: O(*n*) in the size of the state.
  public func makeState(_ json: JSON? = nil) throws -> State {
    guard let json = try json ?? initialState() else {
      throw JSONError(.notFound, message: "the feature has no state of its own: give one")
    }
    try json.withNode { node throws(JSONError) in try reducer.check(state: node) }
    var state = State(json)
    // Elsewhere the ids would not come from a store.
    if ReduceContext.current != nil { try state.declare(reducer.shape) }
    return state
  }
}
