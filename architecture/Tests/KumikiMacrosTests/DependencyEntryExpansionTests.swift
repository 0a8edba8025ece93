#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite struct DependencyEntryExpansionTests {
    @Test("H20: an entry reads and writes a key with the values that were given") func typed() {
      expectExpansion(
        of: "DependencyEntry",
        """
        extension DependencyValues {
          @DependencyEntry(liveValue: Client.live, previewValue: Client.preview)
          public var client: any Client = Client.test
        }
        """,
        is: """
          extension DependencyValues {
            public var client: any Client {
              get {
                self[ClientKey.self]
              }
              set {
                self[ClientKey.self] = newValue
              }
            }

            public nonisolated enum ClientKey: Kumiki.DependencyKey {
              public typealias Value = any Client
              public static var liveValue: Value {
                Client.live
              }
              public static var previewValue: Value {
                Client.preview
              }
              public static var testValue: Value {
                Client.test
              }
            }
          }
          """)
    }

    @Test("H20: without a type the compiler infers it, and the key of a private one is private")
    func inferred() {
      expectExpansion(
        of: "DependencyEntry",
        """
        extension DependencyValues {
          @DependencyEntry("Ignored")
          var `default` = 12
        }
        """,
        is: """
          extension DependencyValues {
            var `default` {
              get {
                self[__Key_default.self]
              }
              set {
                self[__Key_default.self] = newValue
              }
            }

            private nonisolated enum __Key_default: Kumiki.TestDependencyKey {
              @KumikiMacros._DependencyEntryDefaultValue static var testValue = 12
            }
          }
          """)
    }

    private func expectKey(
      _ key: String, of type: String, for property: String,
      at location: SourceLocation = #_sourceLocation
    ) {
      let attribute = "@DependencyEntry" + (property == "named" ? "(\"NamedKey\")" : "")
      expectExpansion(
        of: "DependencyEntry",
        """
        extension DependencyValues {
          \(attribute)
          package var \(property): \(type) = nil
        }
        """,
        is: """
          extension DependencyValues {
            package var \(property): \(type) {
              get {
                self[\(key).self]
              }
              set {
                self[\(key).self] = newValue
              }
            }

            package nonisolated enum \(key): Kumiki.TestDependencyKey {
              package typealias Value = \(type)
              package static var testValue: Value {
                nil
              }
            }
          }
          """, at: location)
    }

    @Test("H20: a public key has the name that is given, or that of the type, or of the property")
    func keyNames() {
      expectKey("NamedKey", of: "Int?", for: "named")
      expectKey("IntKey", of: "Int?", for: "number")
      expectKey("StringApiKey", of: "[String: any Module.Api]?", for: "apis")
      expectKey("LoadKey", of: "(@Sendable () -> Void)?", for: "load")
    }

    @Test("H20: what is no variable of DependencyValues, or has no value, is an error")
    func misuse() {
      expectExpansion(
        of: "DependencyEntry",
        """
        extension Values {
          @DependencyEntry var a = 1
        }
        """,
        is: """
          extension Values {
            var a = 1
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'@DependencyEntry' is for a variable in an extension of 'DependencyValues': "
              + "'var client = Client.test'", line: 2, column: 3)
        ])
      expectExpansion(
        of: "DependencyEntry",
        """
        extension DependencyValues {
          @DependencyEntry(previewValue: 2) var a: Int
        }
        """,
        is: """
          extension DependencyValues {
            var a: Int
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'a' has no value: give it one for tests, '= …', or one for programs, "
              + "'@DependencyEntry(liveValue: …)'", line: 2, column: 41)
        ])
    }

    @Test("H20: a function that is kept out of a client's endpoints is a plain property of it")
    func ignored() {
      expectExpansion(
        of: "DependencyClient",
        """
        @DependencyClient
        struct Archive {
          @DependencyEndpointIgnored
          var note: () -> Void = {}
        }
        """,
        is: """
          struct Archive {
            @DependencyEndpointIgnored
            var note: () -> Void = {}

            init(
              note: @escaping () -> Void = {
              }
            ) {
              self.note = note
            }

            init() {
            }
          }
          """)
    }
  }
#endif
