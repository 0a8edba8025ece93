import Kumiki
import Testing

@Suite struct EffectDependencyTests {
  @Test("H4: an effect sees the dependencies of its creation a second later; so do its effects")
  func effects() throws {
    @Dependency(\.date) var date
    let fixture = try StoreFixture([] as [String]) {
      Reduce<[String], String> { words, word in
        words.append(word)
        guard word == "tap" || word.hasPrefix("first") else { return .none }
        let name = word == "tap" ? "first" : "second"
        return .run { send in
          try await sleep(seconds: 1)
          await send("\(name) \(date.now)")
        }
      }
      .dependency(\.date, .constant(42))
    }
    fixture.send("tap")
    try fixture.advance(seconds: 2)
    #expect(fixture.timeline == [at(0, "tap"), at(1, "first 42"), at(2, "second 42")])
  }

  @Test func `H4: so do the child tasks of a body`() throws {
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      return withDependencies {
        $0.number = 42
      } operation: {
        .run { send in
          async let first = DependencyValues.current.number
          let second = await withTaskGroup(of: Int.self) { group in
            group.addTask { DependencyValues.current.number }
            return await group.next()
          }
          await send("\(await first) \(second ?? 0)")
        }
      }
    }
    fixture.send("tap")
    try fixture.settle()
    #expect(fixture.actions == ["tap", "42 42"])
  }

  @Test("H5: an override around an effect does not reach the step of the action that it sends")
  func noLeak() throws {
    @Dependency(\.number) var number
    let fixture = try StoreFixture([] as [Int]) {
      Reduce<[Int], Int> { responses, response in
        responses.append(response)
        guard responses.count < 4 else { return .none }
        return withDependencies {
          $0.number += 1
        } operation: {
          .run { send in await send(number) }
        }
      }
    }
    fixture.send(-1)
    try fixture.settle()
    #expect(fixture.state == [-1, 1, 1, 1])
  }

  @Test("H10: isPresented nests like any dependency: the child sees an override")
  func isPresented() throws {
    let plain = try StoreFixture(Counter.State()) { Counter() }
    plain.send(.whoami)
    #expect(plain.state.isPresented == false)

    let overridden = try StoreFixture<Pair.State, Pair.Action>(Pair.State()) {
      Scope(state: \.left, action: \.left) { Counter() }
        .dependency(\.isPresented, true)
      Scope(state: \.right, action: \.right) { Counter() }
    }
    overridden.send(.left(.whoami))
    overridden.send(.right(.whoami))
    #expect(overridden.state.left.isPresented == true)
    #expect(overridden.state.right.isPresented == false)
  }

  @Test func `H10: so does dismiss: the nearest override is what a body calls`() throws {
    let calls = Record<String>()
    let fixture = try StoreFixture(Counter.State()) {
      Counter()
        .dependency(\.dismiss, DismissEffect { calls("inner") })
        .dependency(\.dismiss, DismissEffect { calls("outer") })
    }
    fixture.send(.close)
    try fixture.settle()
    #expect(calls.entries == ["inner"])
    #expect(fixture.codes == [])
  }

  @Test func `H10: so do the generators: uuid`() throws {
    @Dependency(\.uuid) var uuid
    let id = UniqueID(high: 1, low: 2)
    let made = Record<UniqueID>()
    let fixture = try StoreFixture(0) {
      Reduce<Int, Int> { _, _ in
        made(uuid())
        return .run { _ in made(uuid()) }
      }
      .dependency(\.uuid, .constant(id))
    }
    fixture.send(0)
    try fixture.settle()
    #expect(made.entries == [id, id])
  }
}
