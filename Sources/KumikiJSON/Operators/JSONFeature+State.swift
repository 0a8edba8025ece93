public import KumikiValues

extension JSONFeature {
  /// The state of a JSON feature, as a part of a Swift feature's state.
  ///
  /// The state is a value: copies are independent. In addition to the JSON it contains the presentation ids and
  /// the index of its rows. These persist from action to action, and a copy has the same ids. Equality and
  /// coding use only the JSON.
  public struct State {
    /// The JSON, until a feature first uses it.
    private var plain: JSON?
    /// The document, created at the first use. Copies share it; a copy that is written to forks it.
    private var document: JSONDocument?
    /// The presentation ids from a snapshot, while the state is still plain JSON.
    private var given: [(at: String, id: PresentationID)] = []

    /// Makes a state that gets its presentation ids with the first action that reaches it.
    ///
    /// ``JSONFeature/makeState(_:)`` assigns the ids immediately, and detects mistakes.
    public init(_ json: JSON) { plain = json }

    /// The state as JSON. Setting it replaces the whole state.
    ///
    /// A presentation continues if the new JSON has the same case and id in its place. JSON with two rows of the
    /// same id is refused: the issue `duplicate-element-id` is raised, and the state does not change.
    public var json: JSON {
      get { document?.snapshot ?? plain ?? .null }
      set {
        _ = replace(by: newValue)
      }
    }

    /// Replaces the state. Returns false if the JSON is refused.
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

    /// Returns a copy with other JSON; nil if the JSON is refused.
    func replaced(by json: JSON) -> Self? {
      var copy = self
      return copy.replace(by: json) ? copy : nil
    }

    /// Runs `body` with a cursor at the whole state, after making the document unique to this value.
    mutating func modify<Result>(
      _ shape: JSONShape, _ body: (inout JSONState) -> Result
    ) throws(JSONError) -> Result {
      try declare(shape)
      let document = unique()
      var root = JSONState(document)
      let result = body(&root)
      // The document has no observers. The burst is ended so that rows that left are dropped and later writes
      // are recorded.
      document.endBurst()
      return result
    }

    /// Assigns ids to the presentations in the first JSON.
    mutating func declare(_ shape: JSONShape) throws(JSONError) {
      guard document == nil else { return }
      let identifiers = ReduceContext.current?.pointee.identifiers
      let made = try JSONDocument(json, identifiers ?? Identifiers(isCounting: false))
      let position = made.identifiers.position
      try made.declare(shape)
      if !given.isEmpty { made.resume(presenting: given, from: position) }
      document = made
      plain = nil
      given = []
    }

    /// The presentations in this state, outer ones first.
    var presentations: [(at: String, id: PresentationID)] {
      document?.currentPresentations ?? given
    }

    /// Returns a copy that presents under the ids of a snapshot.
    func presenting(_ ids: [(at: String, id: PresentationID)]) -> Self {
      var copy = self
      if document == nil { copy.given = ids } else { copy.unique().present(ids) }
      return copy
    }

    private mutating func unique() -> JSONDocument {
      if !isKnownUniquelyReferenced(&document) { document = document!.fork() }
      return document!
    }

    /// Whether a dynamic reducer in the feature has chosen a reducer with state-driven effects.
    var follows: Bool { document?.following.isOn ?? false }

    /// Returns the current slot at a place in this state; nil if no feature has a slot there.
    func slot(at pointer: JSONPointer) -> JSONSlotIdentity? {
      if let document { return document.slotIdentity(at: pointer) }
      // The kind of the slot is known from the first action on.
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
  /// If an action or a state does not match the feature, `action-misfit` is raised and no reducer runs.
  public func _step(
    into state: inout State, action: JSON, in context: StepContext
  ) -> Effect<JSON> {
    do throws(JSONError) {
      if let mistake = reducer.mistake { throw mistake }
      let action = try checked(action)
      return try state.modify(reducer.shape) { root in
        ReduceContext.placing {
          // The place of this feature extends the place of the typed feature around it.
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
      root.document.with { $0.following.endPass(in: $0.changes) }
      return effect
    }
    return effect?.lift(\.json) ?? .none
  }

  /// Only an instance of the feature knows whether it has state-driven effects.
  public static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }

  /// Makes a state of this feature, from the given JSON or the state that the feature was registered with.
  ///
  /// In a reducer, or while a store evaluates its initial state, the presentations get their ids immediately.
  /// - Throws: if the feature has a configuration error, if one of its operators cannot use the state, or if no
  ///   state was given or registered.
  ///
  /// - Complexity: O(*n*) in the size of the state.
  public func makeState(_ json: JSON? = nil) throws -> State {
    guard let json = try json ?? initialState() else {
      throw JSONError(.notFound, message: "the feature has no state of its own: give one")
    }
    try json.withNode { node throws(JSONError) in try reducer.check(state: node) }
    var state = State(json)
    // Outside a store, the ids would not come from the store.
    if ReduceContext.current != nil { try state.declare(reducer.shape) }
    return state
  }
}
