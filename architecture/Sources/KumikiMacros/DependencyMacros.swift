#if Macros
  /// A client: a struct of functions. Each function reports its use until it is set.
  ///
  ///     @DependencyClient
  ///     struct APIClient {
  ///       var user: @Sendable (_ id: Int) async throws -> User
  ///       var isOnline: @Sendable () -> Bool = { false }
  ///     }
  ///
  /// `APIClient()` implements nothing: a function that may throw throws ``Kumiki/Unimplemented``, and any
  /// other function returns its default. Each use raises the issue `unimplemented-dependency`, so the
  /// client can serve as a `testValue`. Functions with named parameters get a method: `try await
  /// api.user(id: 42)`.
  @attached(member, names: named(init))
  @attached(memberAttribute)
  public macro DependencyClient() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "DependencyClientMacro")

  /// One function of a client; ``DependencyClient()`` attaches this to each function.
  ///
  /// - Parameter method: the name of the method with labels, if it differs from the property's.
  @attached(accessor, names: named(init), named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEndpoint(method: String = "") =
    #externalMacro(module: "KumikiMacrosPlugin", type: "DependencyEndpointMacro")

  /// Excludes a function of a client from its endpoints. The function needs a default.
  @attached(peer)
  public macro DependencyEndpointIgnored() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "MarkerMacro")

  /// Makes a property of `DependencyValues` a dependency, and generates its key.
  ///
  ///     extension DependencyValues {
  ///       @DependencyEntry(liveValue: LiveClient())
  ///       var client: any Client = TestClient()
  ///     }
  ///
  /// The property's value is the test value. Without a value, a test must set the dependency, and `liveValue` is
  /// required. Without `liveValue`, another module may give the key of a public property its live value: `extension
  /// DependencyValues.ClientKey: DependencyKey`. The key is private, unless the property is public. A public key is
  /// named after the property's type, with `Key` appended, or after the property if its type is not written down.
  ///
  /// - Parameters:
  ///   - liveValue: the value in a running program.
  ///   - previewValue: the value in a preview; by default the live value, or else the test value.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEntry<Live, Preview>(
    liveValue: Live = (), previewValue: Preview = ()
  ) = #externalMacro(module: "KumikiMacrosPlugin", type: "DependencyEntryMacro")

  /// Makes a property of `DependencyValues` a dependency whose key has a given name.
  ///
  /// - Parameters:
  ///   - keyName: the name of the key, if the property is public.
  ///   - liveValue: the value in a running program.
  ///   - previewValue: the value in a preview.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEntry<Live, Preview>(
    _ keyName: String, liveValue: Live = (), previewValue: Preview = ()
  ) = #externalMacro(module: "KumikiMacrosPlugin", type: "DependencyEntryMacro")

  /// The value of a key that ``DependencyEntry(liveValue:previewValue:)`` makes. It is made again at each
  /// access, and the compiler infers its type.
  @attached(accessor, names: named(get))
  public macro _DependencyEntryDefaultValue() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "DependencyEntryValueMacro")
#endif
