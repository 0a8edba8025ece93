#if Macros
  /// Makes a feature of a struct, and one of several features of an enum.
  ///
  /// Of a struct:
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
  /// it becomes a `Reducer`, its `Action` (and a `State` that is an enum) gets case paths, and its `body` is
  /// built. What is missing is there and empty.
  ///
  /// Of an enum each case of which holds a feature, an alert or a dialog:
  ///
  ///     @Reducer
  ///     enum Destination {
  ///       case edit(EditFeature)
  ///       case alert(AlertState<Alert>)
  ///       @ReducerCaseIgnored case share(Item)
  ///       enum Alert { case confirmed }
  ///     }
  ///
  /// it gets a `State` and an `Action` with a case for each, and a `body` that runs the one that is up. A
  /// parent embeds it by `.ifLet(\.$destination, action: \.destination)` or
  /// `.forEach(\.path, action: \.path)`, without a closure; `store.case` hands out the store of the one that
  /// is up. Conformances are declared beside it: `extension Destination.State: Equatable {}`.
  @attached(
    member,
    names: named(State), named(Action), named(Body), named(body), named(CaseScope), named(scope),
    named(Reduce), named(CombineReducers))
  @attached(memberAttribute)
  @attached(extension, conformances: Reducer, CaseReducer)
  public macro Reducer() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "ReducerMacro")

  /// ``Reducer()`` of an enum, whose `State` and `Action` conform to some protocols.
  ///
  ///     @Reducer(state: .equatable, .sendable, action: .equatable)
  ///     enum Path { case detail(Detail) }
  @attached(
    member,
    names: named(State), named(Action), named(Body), named(body), named(CaseScope), named(scope),
    named(Reduce), named(CombineReducers))
  @attached(memberAttribute)
  @attached(extension, conformances: Reducer, CaseReducer)
  public macro Reducer(
    state: SynthesizedConformance..., action: SynthesizedConformance...
  ) = #externalMacro(module: "KumikiMacrosPlugin", type: "ReducerMacro")

  /// A protocol that the states or actions of an enum of features conform to.
  public enum SynthesizedConformance: Sendable {
    case codable, decodable, encodable, equatable, hashable, sendable
  }

  /// A case of a ``Reducer()`` enum that holds a value and no feature. It has no actions.
  @attached(peer, names: named(_))
  public macro ReducerCaseIgnored() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "MarkerMacro")

  /// A case of a ``Reducer()`` enum that holds what goes with its own action, as an alert does. Alerts and
  /// dialogs need no mark.
  @attached(peer, names: named(_))
  public macro ReducerCaseEphemeral() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "MarkerMacro")
#endif
