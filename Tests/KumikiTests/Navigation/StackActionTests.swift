import Kumiki
import Testing

/// The actions of a path, in both dialects.
@Suite struct StackActionTests {
  @Test("E20: the element runs first, then the parent", arguments: Dialect.allCases)
  func elementFirst(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 2)
    hike.send(dialect.element(0, .inc))
    #expect(hike.counts == [1, 0])
    #expect(hike.state.seenCounts == [1, 0])
    #expect(hike.codes == [])
  }

  @Test(
    "E20: an action for a missing id is a missing-stack-element, and the parent runs",
    arguments: Dialect.allCases)
  func missing(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 1)
    let path = hike.state.path
    hike.send(dialect.element(9, .inc))
    #expect(hike.codes == [.missingStackElement])
    #expect(hike.state.log == [dialect.element(9, .inc)])
    #expect(hike.state.path == path)
  }

  @Test("E21: a pushed element is on the path before the parent runs")
  func push() throws {
    let hike = try HikeFixture(.modern, path: 1)
    hike.send(.path(.push(id: 1, state: Counter.State(count: 5))))
    #expect(hike.state.seenIDs == [0, 1])
    #expect(hike.counts == [0, 5])
    #expect(hike.codes == [])
  }

  @Test(
    "E21: pushing an id that is there is a push-duplicate, changes nothing, and the parent runs")
  func pushDuplicate() throws {
    let hike = try HikeFixture(.modern, path: 2)
    let path = hike.state.path
    hike.send(.path(.push(id: 0, state: Counter.State(count: 5))))
    #expect(hike.codes == [.pushDuplicate])
    #expect(hike.state.path == path)
    #expect(hike.state.log.count == 1)
  }

  @Test("E22: on a virtual loop an id beyond the next one is a push-generation, and is pushed")
  func generation() throws {
    let hike = try HikeFixture(.modern, path: 0)
    hike.send(.path(.push(id: 1, state: Counter.State())))
    #expect(hike.codes == [.pushGeneration])
    #expect(hike.ids == [1])
    // The next one moves the generator on: it gives out no id that is taken.
    hike.send(.path(.push(id: 0, state: Counter.State())))
    #expect(hike.codes == [.pushGeneration])
    #expect(hike.ids == [1, 0])
    hike.send(.add)
    #expect(hike.ids == [1, 0, 2])
    // An older one is accepted.
    hike.send(.path(.popFrom(id: 0)))
    hike.send(.path(.push(id: 0, state: Counter.State())))
    #expect(hike.codes == [.pushGeneration])
    #expect(hike.ids == [1, 0])
  }

  @Test("E22: on a live loop any id that is not on the path is taken")
  func generationLive() throws {
    let loop = try Loop()
    defer { loop.close() }
    let reported = Record<Kumiki.Issue.Code>()
    loop.onIssue = { reported($0.code) }
    let store = Store(initialState: Hike.State(), loop: loop) {
      Hike.reducer(.modern) { _, _ in }
    }
    store.send(.path(.push(id: 7, state: Counter.State())))
    #expect(Array(store.state.path.ids) == [7])
    #expect(reported.entries == [])
  }

  @Test("E23: popFrom: the parent still sees the elements, which are then gone")
  func popFrom() throws {
    let hike = try HikeFixture(.modern, path: 3)
    hike.send(.path(.popFrom(id: 1)))
    #expect(hike.state.seenIDs == [0, 1, 2])
    #expect(hike.ids == [0])
    #expect(hike.codes == [])
  }

  @Test("E23: popFrom of a missing id is a pop-missing, after the parent has run")
  func popMissing() throws {
    let order = Record<String>()
    let hike = try HikeFixture(.modern, path: 2, answer: { _, _ in order("parent") })
    hike.loop.onIssue = { order($0.code.rawValue) }
    hike.send(.path(.popFrom(id: 999)))
    #expect(order.entries == ["parent", "pop-missing"])
    #expect(hike.ids == [0, 1])
  }

  @Test("E24: a parent that removes the element itself is no issue, and nothing more goes")
  func popByParent() throws {
    let hike = try HikeFixture(
      .modern, path: 3,
      answer: { state, action in
        if action == .path(.popFrom(id: 1)) { state.path.remove(id: 1) }
      })
    hike.send(.path(.popFrom(id: 1)))
    #expect(hike.ids == [0, 2])
    #expect(hike.codes == [])
  }

  @Test("E25: dismiss removes before the parent runs")
  func dismiss() throws {
    let hike = try HikeFixture(.seed, path: 3)
    hike.send(.navigation(.dismiss(id: 1)))
    #expect(hike.state.seenIDs == [0])
    #expect(hike.ids == [0])
    #expect(hike.codes == [])
  }

  @Test("E25: dismiss of a missing id is an issue, and the parent runs")
  func dismissMissing() throws {
    let hike = try HikeFixture(.seed, path: 1)
    hike.send(.navigation(.dismiss(id: 9)))
    #expect(hike.codes == [.popMissing])
    #expect(hike.ids == [0])
    #expect(hike.state.log == [.navigation(.dismiss(id: 9))])
  }

  @Test("E26: setPath replaces before the parent; known ids keep their effects, others' are gone")
  func setPath() throws {
    let hike = try HikeFixture(.seed, path: 3)
    for id in hike.ids { hike.send(.navigation(.element(id: id, action: .startTimer))) }
    var path = hike.state.path
    path.pop(to: 0)
    path.push(Counter.State(count: 5), as: 9)
    hike.send(.navigation(.setPath(path)))
    #expect(hike.state.seenIDs == [0, 9])
    #expect(hike.counts == [0, 5])
    #expect(hike.store.effectCount == 1)
    #expect(try hike.ticking() == [0])
    #expect(hike.codes == [])
  }
}
