import Kumiki
import KumikiTesting
import Testing

@Suite struct ModelDependencyTests {
  private func pilot(level: Int) -> Pilot {
    withDependencies {
      $0.tide = Tide(level: level)
    } operation: {
      Pilot()
    }
  }

  @Test func `H16: a model keeps what was set where it was made, and what is in force comes first`()
  {
    let pilot = pilot(level: 4)
    #expect(pilot.tide.level == 4)
    withDependencies {
      $0[Weather.self].report = { "fog" }
    } operation: {
      #expect(pilot.tide.level == 4 && pilot.weather.report() == "fog")
    }
    withDependencies {
      $0.tide.level = 9
    } operation: {
      #expect(pilot.tide.level == 9)
    }
    #expect(pilot.tide.level == 4 && pilot.weather.report() == "test")
  }

  @Test func `H16: and hands it to what it makes, over any number of generations`() async {
    var pilot = pilot(level: 5)
    for _ in 0..<20 { pilot = pilot.mate() }
    #expect(pilot.tide.level == 5)
    pilot = await pilot.mateLater().mateLater()
    #expect(pilot.tide.level == 5)
    let other = withDependencies {
      $0.tide.level = 6
    } operation: { [pilot] in
      pilot.mate()
    }
    #expect(other.tide.level == 6)
    let changed = withDependencies(from: pilot) {
      $0.tide.level += 2
    } operation: {
      Pilot()
    }
    #expect(changed.tide.level == 7)
  }

  @Test func `H16: one without dependencies of its own has those that it was made with`() async {
    let owner = withDependencies {
      $0.tide.level = 8
    } operation: {
      Owner()
    }
    #expect(owner.pilot().tide.level == 8)
    let later = await withDependencies {
      $0.tide.level = 9
    } operation: {
      await Task.yield()
      return Owner()
    }
    #expect(later.pilot().tide.level == 9)
    // No instance is mistaken for an earlier one at the same address.
    for _ in 0..<200 {
      withDependencies {
        $0.tide.level = 0
      } operation: {
        _ = Owner()
      }
    }
    #expect(owner.pilot().tide.level == 8)
  }

  private class Ship { @Dependency(\.tide) var tide }
  private final class Ferry: Ship {
    var length = 3
    func boat() -> Ship { withDependencies(from: self) { Ship() } }
  }

  @Test func `H16: it may be inherited`() {
    let ferry = withDependencies {
      $0.tide.level = 2
    } operation: {
      Ferry()
    }
    #expect(ferry.boat().tide.level == 2)
  }

  @Test func `H16: a model that has none is an issue, and what it makes is made`() {
    withKnownIssue {
      withDependencies {
        $0.tide.level = 3
      } operation: {
        #expect(owner.pilot().tide.level == 3)
      }
    } matching: {
      "\($0)".contains("model-without-dependencies: the dependencies of a Owner")
    }
  }
  private let owner = Owner()

  private struct Pair: TestDependencyKey {
    var level: @Sendable () -> Int
    static var testValue: Pair {
      @Dependency(\.tide) var tide
      return Pair { tide.level }
    }
  }

  @Test func `H16: a default that reads others finds those of the model that asks`() {
    final class Reader { @Dependency(Pair.self) var pair }
    let reader = withDependencies {
      $0.tide.level = 11
    } operation: {
      Reader()
    }
    #expect(reader.pair.level() == 11)
  }
}
