#if Macros
  /// A client: a struct of functions. Each reports its use until it is set.
  ///
  ///     @DependencyClient
  ///     struct APIClient {
  ///       var user: @Sendable (_ id: Int) async throws -> User
  ///       var isOnline: @Sendable () -> Bool = { false }
  ///     }
  ///
  /// `APIClient()` implements nothing: a function that may throw throws ``Kumiki/Unimplemented``, another
  /// returns its default. Each use is the issue `unimplemented-dependency`. So it is a `testValue`.
  /// Functions with named parameters get a method: `try await api.user(id: 42)`.
  @attached(member, names: named(init))
  @attached(memberAttribute)
  public macro DependencyClient() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "DependencyClientMacro")

  /// One function of a client; ``DependencyClient()`` attaches it to each.
  ///
  /// - Parameter method: the name of the method with labels, if it differs from the property's.
  @attached(accessor, names: named(init), named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEndpoint(method: String = "") =
    #externalMacro(module: "KumikiMacrosPlugin", type: "DependencyEndpointMacro")
#endif
