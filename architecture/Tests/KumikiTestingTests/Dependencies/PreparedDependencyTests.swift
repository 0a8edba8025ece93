import Kumiki
import KumikiTesting
import Testing

@Suite struct PreparedDependencyTests {
  @Test("H17: what is prepared holds for one test, wherever it is read", arguments: 1...4)
  func perTest(level: Int) async {
    prepareDependencies { $0.tide = Tide(level: level) }
    #expect(Pilot().tide.level == level)
    #expect(await Task { Pilot().tide.level }.value == level)
    let inner = withDependencies {
      $0.tide.level += 10
    } operation: {
      Pilot().tide.level
    }
    #expect(inner == level + 10)
    #expect(Pilot().tide.level == level)
  }

  @Test func `H17: it may be a part, more than once in one call, and has a result`() {
    let result = prepareDependencies {
      $0.tide.level = 3
      $0.tide.level = 4
      return "done"
    }
    #expect(result == "done" && Pilot().tide.level == 4)
  }

  @Test func `H17: the engine's own, and the storages, are prepared as others are`() {
    prepareDependencies {
      $0.uuid = .constant(UniqueID(7))
      $0.date.now = 5
      $0.continuousClock = ImmediateClock()
      $0.defaultFileStorage = Self.files
    }
    let values = DependencyValues.current
    #expect(values.uuid() == UniqueID(7) && values.date.now == 5)
    #expect(values.continuousClock is ImmediateClock<Duration>)
    #expect(values.defaultFileStorage == Self.files)
  }
  private static let files = FileStorage.inMemory

  @Test func `H17: so is the context, with values for it`() {
    prepareDependencies {
      $0.context = .live
      $0.tide.level = 6
    }
    #expect(DependencyValues.current.context == .live)
    #expect(Pilot().weather.report() == "live" && Pilot().tide.level == 6)
  }

  @Test func `H17: what was prepared or read before stays, and is an issue`() {
    prepareDependencies { $0.tide.level = 1 }
    withKnownIssue {
      prepareDependencies { $0.tide.level = 2 }
    } matching: {
      "\($0)".contains("dependency-in-use: the dependency \"tide\"")
    }
    #expect(Pilot().tide.level == 1)
    _ = Pilot().weather
    withKnownIssue {
      prepareDependencies { $0[Weather.self] = Weather { "prepared" } }
    } matching: {
      "\($0)".contains("dependency-in-use: the dependency \"Weather\"")
    }
    #expect(Pilot().weather.report() == "test")
  }
}
