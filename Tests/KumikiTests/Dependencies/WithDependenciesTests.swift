import Kumiki
import Testing

@Suite struct WithDependenciesTests {
  @Test(
    "H1: an asynchronous scope applies to its work and its child tasks, and to nothing after it")
  func asynchronous() throws {
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      return .run { send in
        let inside = await withDependencies {
          $0.number = 5
        } operation: {
          await Task.yield()
          async let child = DependencyValues.current.number
          return await child
        }
        await send("\(inside) \(DependencyValues.current.number)")
      }
    }
    fixture.send("tap")
    try fixture.settle()
    #expect(fixture.actions == ["tap", "5 0"])
  }

  @Test func `H1: after a scope that throws, the earlier values are in force again`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.number = 5
      } operation: {
        throw Failure()
      }
    }
    #expect(DependencyValues.current.number == 0)
  }

  @Test("H4: a later callback runs with the dependencies that were captured for it")
  func escaped() throws {
    let callbacks = Late<Callbacks>()
    let source = Callbacks()
    callbacks.value = source
    let fixture = try StoreFixture([] as [Int]) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        withEscapedDependencies { dependencies in
          callbacks.value?.waiting = { dependencies.yield { DependencyValues.current.number } }
        }
        return .none
      }
      .dependency(\.number, 9)
    }
    fixture.send(0)
    #expect(DependencyValues.current.number == 0)
    #expect(source.waiting?() == 9)
  }

  private final class Callbacks {
    var waiting: (() -> Int)?
  }

  @Test func `H5: an override of a store does not affect another store of the loop`() throws {
    let first = try StoreFixture([] as [Int]) {
      NumberReader()
    } withDependencies: {
      $0.number = 3
    }
    let second = try StoreFixture([] as [Int], loop: first.loop) { NumberReader() }
    first.send(.read)
    second.send(.read)
    #expect(first.state == [3])
    #expect(second.state == [0])
  }
}
