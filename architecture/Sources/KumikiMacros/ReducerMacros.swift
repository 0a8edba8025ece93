#if Macros
  /// Makes a feature from a struct, or a feature with several alternatives from an enum.
  ///
  /// For a struct:
  ///
  ///     @Reducer
  ///     struct Counter {
  ///       @ObservableState
  ///       struct State { var count = 0 }
  ///       enum Action { case increment }
  ///       var body: some ReducerOf<Self> {
  ///         Reduce { state, action in … }
  ///       }
  ///     }
  ///
  /// it adds the conformance to `Reducer`, case paths for its `Action` (and for a `State` that is an enum),
  /// and the result builder for its `body`. Missing members are added and empty.
  ///
  /// For an enum whose cases each hold a feature, an alert or a dialog:
  ///
  ///     @Reducer
  ///     enum Destination {
  ///       case edit(EditFeature)
  ///       case alert(AlertState<Alert>)
  ///       @ReducerCaseIgnored case share(Item)
  ///       enum Alert { case confirmed }
  ///     }
  ///
  /// it adds a `State` and an `Action` with a case for each feature, and a `body` that runs the current
  /// one. A parent embeds it with `.ifLet(\.$destination, action: \.destination)` or `.forEach(\.path,
  /// action: \.path)`, without a closure. `store.case` returns the store of the current case.
  /// Conformances are declared outside: `extension Destination.State: Equatable {}`.
  @attached(
    member,
    names: named(State), named(Action), named(Body), named(body), named(CaseScope), named(scope),
    named(init), named(Reduce), named(CombineReducers), named(ReducerOf), named(EffectOf))
  @attached(memberAttribute)
  @attached(extension, conformances: Reducer, CaseReducer)
  public macro Reducer() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "ReducerMacro")

  /// ``Reducer()`` for an enum whose `State` and `Action` conform to the given protocols.
  ///
  ///     @Reducer(state: .equatable, .sendable, action: .equatable)
  ///     enum Path { case detail(Detail) }
  @attached(
    member,
    names: named(State), named(Action), named(Body), named(body), named(CaseScope), named(scope),
    named(init), named(Reduce), named(CombineReducers), named(ReducerOf), named(EffectOf))
  @attached(memberAttribute)
  @attached(extension, conformances: Reducer, CaseReducer)
  public macro Reducer(
    state: SynthesizedConformance..., action: SynthesizedConformance...
  ) = #externalMacro(module: "KumikiMacrosPlugin", type: "ReducerMacro")

  /// A protocol that the states or actions of an enum of features conform to.
  public enum SynthesizedConformance: Sendable {
    case codable, decodable, encodable, equatable, hashable, sendable
  }

  /// A case of a ``Reducer()`` enum that holds a value instead of a feature. It has no actions.
  @attached(peer, names: named(_))
  public macro ReducerCaseIgnored() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "MarkerMacro")

  /// A case of a ``Reducer()`` enum whose value is dismissed by its own action, like an alert. Alerts and
  /// dialogs need no mark.
  @attached(peer, names: named(_))
  public macro ReducerCaseEphemeral() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "MarkerMacro")
#endif
