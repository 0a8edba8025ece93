#if Macros
  /// A state whose properties are observed one by one: who has read `store.count` is told of that alone.
  ///
  ///     @ObservableState
  ///     struct State {
  ///       var count = 0
  ///       @ObservationStateIgnored var cache: [Int] = []
  ///     }
  ///
  /// Nothing is stored in the state: it is copied, compared, hashed and coded as without the macro.
  @attached(member, names: named(_unobserved))
  @attached(extension, conformances: ObservableState)
  public macro ObservableState() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "ObservableStateMacro")

  /// A property of an ``ObservableState()`` of whose changes nobody is told.
  @attached(peer, names: named(_))
  public macro ObservationStateIgnored() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "MarkerMacro")
#endif
