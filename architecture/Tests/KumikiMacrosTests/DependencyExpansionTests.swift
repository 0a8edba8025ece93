#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite struct DependencyExpansionTests {
    @Test("Q16: a client gets initializers, and its functions are endpoints") func client() {
      expectExpansion(
        of: "DependencyClient",
        """
        @DependencyClient
        public struct Archive {
          public var load: @Sendable (_ id: Int) async throws -> String
          public var isOnline: () -> Bool = { false }
          var limit = 3
        }
        """,
        is: """
          public struct Archive {
            @DependencyEndpoint
            public var load: @Sendable (_ id: Int) async throws -> String
            @DependencyEndpoint
            public var isOnline: () -> Bool = { false }
            var limit = 3

            public init(
              load: @escaping @Sendable (_ id: Int) async throws -> String,
              isOnline: @escaping () -> Bool,
              limit: Swift.Int = 3
            ) {
              self.load = load
              self.isOnline = isOnline
              self.limit = limit
            }

            public init() {
            }
          }
          """)
    }

    @Test("Q14: an endpoint reports, and throws or answers its default") func endpoint() {
      expectExpansion(
        of: "DependencyEndpoint",
        """
        struct Archive {
          @DependencyEndpoint
          public var load: @Sendable (_ id: Int, inout String) async throws -> String
          @DependencyEndpoint(method: "check")
          var isOnline: () -> Bool = { false }
        }
        """,
        is: """
          struct Archive {
            public var load: @Sendable (_ id: Int, inout String) async throws -> String {
              @storageRestrictions(initializes: _load)
              init(initialValue) {
                _load = initialValue
              }
              get {
                _load
              }
              set {
                _load = newValue
              }
            }

            private var _load: @Sendable (_ id: Int, inout String) async throws -> String = { p0, p1 in
              Kumiki.DependencyValues.reportUnimplemented("Archive.load")
              throw Kumiki.Unimplemented("Archive.load")
            }

            public func load(id p0: Int, _ p1: inout String) async throws -> String {
              try await self.load(p0, &p1)
            }
            var isOnline: () -> Bool {
              @storageRestrictions(initializes: _isOnline)
              init(initialValue) {
                _isOnline = initialValue
              }
              get {
                _isOnline
              }
              set {
                _isOnline = newValue
              }
            }

            private var _isOnline: () -> Bool = {
              Kumiki.DependencyValues.reportUnimplemented("Archive.isOnline")
              let standIn: () -> Bool = {
                false
              }
              return standIn()
            }

            func check() -> Bool {
              self.isOnline()
            }
          }
          """)
    }

    @Test("Q14: a function that answers an optional answers nil where nobody set it")
    func optionalAnswer() {
      expectExpansion(
        of: "DependencyEndpoint",
        """
        struct Recorder {
          @DependencyEndpoint
          var time: () -> Double?
        }
        """,
        is: """
          struct Recorder {
            var time: () -> Double? {
              @storageRestrictions(initializes: _time)
              init(initialValue) {
                _time = initialValue
              }
              get {
                _time
              }
              set {
                _time = newValue
              }
            }

            private var _time: () -> Double? = {
              Kumiki.DependencyValues.reportUnimplemented("Recorder.time")
              return nil
            }
          }
          """)
    }

    @Test(
      "Q23: a function that can neither throw nor answer needs a default, and the fix writes it")
    func noDefault() {
      expectExpansion(
        of: "DependencyEndpoint",
        """
        struct Archive {
          @DependencyEndpoint
          var count: (Int) -> Int
        }
        """,
        is: """
          struct Archive {
            var count: (Int) -> Int
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'count' cannot throw, so it needs a value to return if it is not set: "
              + "give it a default", line: 3, column: 7,
            fixIts: [FixItSpec(message: "Give it a default")])
        ],
        fixed: """
          struct Archive {
            @DependencyEndpoint
            var count: (Int) -> Int = { _ in <#Int#> }
          }
          """)
    }

    @Test("Q23: a client that is no struct is an error at its keyword") func aClass() {
      expectExpansion(
        of: "DependencyClient",
        """
        @DependencyClient
        class Archive {
        }
        """,
        is: """
          class Archive {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'@DependencyClient' is for a struct of functions; this is a class", line: 2,
            column: 1)
        ])
    }
  }
#endif
