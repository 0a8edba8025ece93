#if Macros
  /// A state with observation per property: a reader of `store.count` is notified only of its changes.
  ///
  ///     @ObservableState
  ///     struct State {
  ///       var count = 0
  ///       @ObservationStateIgnored var cache: [Int] = []
  ///     }
  ///
  /// Nothing is stored in the state: the state is copied, compared, hashed and coded as without the
  /// macro.
  @attached(member, names: named(_unobserved))
  @attached(extension, conformances: ObservableState)
  public macro ObservableState() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "ObservableStateMacro")

  /// A property of an ``ObservableState()`` whose changes notify no reader.
  @attached(peer, names: named(_))
  public macro ObservationStateIgnored() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "MarkerMacro")
#endif
