import Kumiki
import Testing

@Suite struct CatchTests {
  private struct Broken: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }

  private static func failing(_ what: String) -> Effect<String> {
    .run { _ in throw Broken(what) }
  }

  private static func failed(_ error: any Error) -> String? {
    (error as? Broken).map { "failed: \($0.what)" }
  }

  @Test("B60: an effect's own handler is nearer than a catch, and a catch reaches through a map")
  func nearest() throws {
    let fixture = try scripted { word in
      switch word {
      case "own":
        Effect.run(
          operation: { _ in throw Broken("x") }, catch: { _, send in await send("handled") }
        )
        .catch { _ in "outer" }
      case "lifted": Self.failing("x").map { $0 }.catch(Self.failed)
      default: .none
      }
    }
    for word in ["own", "lifted"] {
      fixture.send(word)
      try fixture.settle()
    }
    #expect(fixture.actions == ["own", "handled", "lifted", "failed: x"])
    #expect(fixture.codes == [])
    #expect(fixture.store.effectCount == 0)
  }

  @Test func `B61: the transform has the dependencies of the place where catch is called`() throws {
    let fixture = try scripted { word in
      switch word {
      case "go":
        withDependencies {
          $0.date = .constant(7)
        } operation: {
          Self.failing("x").catch { _ in "at \(DependencyValues.current.date.now)" }
        }
      default: .none
      }
    }
    fixture.send("go")
    try fixture.settle()
    #expect(fixture.actions == ["go", "at 7"])
  }
}
