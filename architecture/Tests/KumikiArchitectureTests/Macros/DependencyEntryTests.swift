#if Macros
  public import KumikiArchitecture
  import KumikiTesting
  import Testing

  public protocol Printing: Sendable { var name: String { get } }
  struct Printer: Printing { var name = "none" }

  extension DependencyValues {
    @DependencyEntry(liveValue: 5) fileprivate var retries: Int = 0
    @DependencyEntry(liveValue: Printer(name: "live"), previewValue: Printer(name: "preview"))
    fileprivate var printer = Printer(name: "test")
    @DependencyEntry fileprivate var margin = 12
    @DependencyEntry(liveValue: Printer(name: "only live"))
    fileprivate var spare: any Printing
    @DependencyEntry(liveValue: LockIsolated(0)) fileprivate var counter = LockIsolated(100)

    @DependencyEntry public var shared: any Printing = Printer(name: "test of another module")
    @DependencyEntry("InkKey") public var ink: String = "black"
  }

  // As in the module with the program's own code.
  extension DependencyValues.PrintingKey: DependencyKey {
    public static var liveValue: any Printing { Printer(name: "live of another module") }
  }

  @Suite struct DependencyEntryTests {
    @Dependency(\.retries) var retries
    @Dependency(\.printer) private var printer
    @Dependency(\.margin) var margin
    @Dependency(\.spare) var spare
    @Dependency(\.counter) var counter
    @Dependency(\.shared) var shared

    private func live(_ body: () -> Void) {
      withDependencies {
        $0.context = .live
      } operation: {
        body()
      }
    }

    @Test func `H20: an entry has the value for tests that stands there, and the live one given`() {
      #expect(retries == 0 && printer.name == "test" && margin == 12)
      #expect(shared.name == "test of another module")
      live {
        #expect(retries == 5 && printer.name == "live" && spare.name == "only live")
        #expect(shared.name == "live of another module")
      }
      withDependencies {
        $0.context = .preview
      } operation: {
        #expect(retries == 5 && printer.name == "preview" && margin == 12)
      }
    }

    @Test func `H20: it is set as any dependency, in parts too`() {
      withDependencies {
        $0.printer.name += ", set"
        $0.retries = 3
        $0[DependencyValues.InkKey.self] = "blue"
      } operation: {
        #expect(printer.name == "test, set" && retries == 3)
        #expect(DependencyValues.current.ink == "blue")
      }
    }

    @Test func `H20: one without a value for tests has to be set`() {
      withKnownIssue {
        #expect(spare.name == "only live")
      } matching: {
        "\($0)".contains("the dependency \"spare\"")
      }
      withDependencies {
        $0.spare = Printer(name: "set")
      } operation: {
        #expect(spare.name == "set")
      }
    }

    @Test("H20: its value is made once for a test", arguments: 0..<3)
    func once(_: Int) {
      counter.withValue { $0 += 1 }
      counter.withValue { $0 += 1 }
      #expect(counter.value == 102)
    }
  }
#endif
