import Kumiki
import Testing

/// A feature's body is made at its first action and kept, wherever the feature is.
@Suite struct BodyTests {
  final class Made {
    var bodies = 0
  }

  struct Feature: Reducer {
    let made: Made

    var body: some Reducer<Int, Int> {
      let _ = made.bodies += 1
      Reduce { state, action in
        state += action
        return .none
      }
    }
  }

  /// Knows only that its child is a reducer.
  struct Wrapper<Child: Reducer<Int, Int>>: Reducer {
    let child: Child

    var body: some Reducer<Int, Int> {
      child
    }
  }

  let made = Made()

  private func bodies<R: Reducer<Int, Int>>(_ reducer: R) throws -> Int {
    let fixture = try StoreFixture(0) { reducer }
    for _ in 0..<3 { fixture.send(2) }
    #expect(fixture.state == 6)
    return made.bodies
  }

  @Test func `A1: a body is made once`() throws {
    let feature = Feature(made: made)
    let fixture = try StoreFixture(0) { feature }
    for _ in 0..<3 { fixture.send(2) }
    #expect(fixture.state == 6)
    #expect(made.bodies == 1)
  }

  @Test("A1: a body is made once where generic code holds the feature")
  func generic() throws { #expect(try bodies(Wrapper(child: Feature(made: made))) == 1) }

  @Test func `A1: a body is made once where an existential holds the feature`() throws {
    let feature: any Reducer<Int, Int> = Feature(made: made)
    let fixture = try StoreFixture(0) { feature }
    for _ in 0..<3 { fixture.send(2) }
    #expect(fixture.state == 6)
    #expect(made.bodies == 1)
  }

  @Test("A1: a body is made once where the feature is given as a closure")
  func erased() throws { #expect(try bodies(Reduce(Feature(made: made))) == 1) }
}
