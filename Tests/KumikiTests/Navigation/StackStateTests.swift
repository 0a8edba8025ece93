import Kumiki
import Testing

/// The path itself.
@Suite struct StackStateTests {
  typealias Screens = StackState<Sheet.Destination.State>

  @Test func `E1: a path consists of its elements in order, and their ids`() {
    var path: StackState<String> = []
    let ids = ["a", "b", "c"].map { path.append($0) }
    #expect(Array(path) == ["a", "b", "c"])
    #expect(path.count == 3)
    #expect(path[1] == "b")
    #expect(Array(path.ids) == ids)
    #expect(Set(ids).count == 3)
    #expect(path[id: ids[2]] == "c")
  }

  @Test func `E2: ids count from 0 in each store and are not used again, even after pops`() throws {
    for _ in 1...2 {
      let fixture = try HikeFixture(.modern, path: 0)
      fixture.send(.add)
      fixture.send(.add)
      #expect(fixture.ids == [0, 1])
      fixture.send(.path(.popFrom(id: 0)))
      #expect(fixture.ids == [])
      fixture.send(.add)
      #expect(fixture.ids == [2])
    }
  }

  @Test func `E2: ids from the first state are not used again`() throws {
    let loop = try Loop(.virtual)
    let store = LoopStore<StackState<String>, String>(
      initialState: {
        var path = StackState<String>()
        path.push("a", as: 0)
        path.push("b", as: 2)
        return path
      }(), loop: loop
    ) {
      Reduce { path, screen in
        path.append(screen)
        return .none
      }
    }
    store.send("c")
    store.send("d")
    #expect(Array(store.state.ids) == [0, 2, 1, 3])
    store.end()
    loop.close()
  }

  @Test func `E2: ids from a path that replaces another are not used again`() throws {
    let fixture = try StoreFixture(StackState<String>()) {
      Reduce<StackState<String>, StackState<String>> { path, new in
        if new.isEmpty { path.append("top") } else { _ = path.replace(with: new) }
        return .none
      }
    }
    var new = StackState<String>()
    new.push("a", as: 1)
    for path in [new, [], []] { fixture.send(path) }
    #expect(Array(fixture.state.ids) == [1, 0, 2])
  }

  @Test("E3: elements that replace others get their own ids, and the old ones' effects end")
  func replace() throws {
    let fixture = try HikeFixture(
      .modern, path: 3,
      answer: { state, action in
        guard action == .custom("replace") else { return }
        state.path.replaceSubrange(0..<2, with: [Counter.State(), Counter.State()])
      })
    for id in fixture.ids { fixture.send(Dialect.modern.element(id, .startTimer)) }
    fixture.send(.custom("replace"))
    #expect(fixture.ids == [3, 4, 2])
    #expect(fixture.store.effectCount == 1)
    #expect(try fixture.ticking() == [2])
  }

  @Test func `E3: a new id never equals an id further up the path`() throws {
    let fixture = try HikeFixture(
      .modern, path: 1,
      answer: { state, action in
        guard action == .custom("replace") else { return }
        state.path.replaceSubrange(0..<1, with: [Counter.State(), Counter.State(count: 5)])
      })
    fixture.send(.path(.push(id: 2, state: Counter.State(count: 7))))
    fixture.send(.custom("replace"))
    #expect(fixture.counts == [0, 5, 7])
    #expect(fixture.ids.last == 2)
  }

  @Test func `E4: moving elements keeps their ids`() throws {
    let fixture = try HikeFixture(
      .modern, path: 3,
      answer: { state, action in
        if action == .custom("swap") { state.path.swapAt(0, 1) }
      })
    fixture.send(.reverse)
    #expect(fixture.ids == [2, 1, 0])
    fixture.send(.custom("swap"))
    #expect(fixture.ids == [1, 2, 0])
  }

  @Test func `E5: writing by id replaces in place; null removes only that element`() throws {
    let fixture = try HikeFixture(
      .modern, path: 3,
      answer: { state, action in
        if action == .custom("write") { state.path[id: 1] = Counter.State(count: 7) }
        if action == .custom("null") { state.path[id: 1] = nil }
      })
    fixture.send(.custom("write"))
    #expect(fixture.ids == [0, 1, 2])
    #expect(fixture.counts == [0, 7, 0])
    fixture.send(.custom("null"))
    #expect(fixture.ids == [0, 2])
    #expect(fixture.codes == [])
  }

  @Test("E5: writing to an id that is not on the path is an assign-missing-id and changes nothing")
  func writeMissing() throws {
    let fixture = try HikeFixture(
      .modern, path: 3, answer: { state, _ in state.path[id: 99] = Counter.State() })
    let path = fixture.state.path
    fixture.send(.noop)
    #expect(fixture.codes == [.assignMissingID])
    #expect(fixture.state.path == path)
  }

  @Test(
    "E6: pop from an id removes it and all above; pop to it all above; an unknown id does nothing")
  func pop() throws {
    let fixture = try HikeFixture(
      .modern, path: 4,
      answer: { state, action in
        switch action {
        case .custom("popFrom 2"): state.path.pop(from: 2)
        case .custom("popTo 0"): state.path.pop(to: 0)
        case .custom("unknown"):
          state.path.pop(from: 77)
          state.path.pop(to: 77)
        default: break
        }
      })
    fixture.send(.custom("unknown"))
    #expect(fixture.ids == [0, 1, 2, 3])
    fixture.send(.custom("popFrom 2"))
    #expect(fixture.ids == [0, 1])
    fixture.send(.custom("popTo 0"))
    #expect(fixture.ids == [0])
    #expect(fixture.codes == [])
  }

  @Test func `E7: paths of equal elements under other ids are unequal`() {
    let path: StackState<Int> = [1, 2]
    let other: StackState<Int> = [1, 2]
    var copy = path
    #expect(path != other)
    #expect(path == copy)
    copy[0] = 5
    #expect(path != copy)
    copy[0] = 1
    copy.reverse()
    #expect(path != copy)
    copy.reverse()
    #expect(path == copy)
  }

  @Test("E9: a case is read and written by id; another case is refused with write-wrong-case")
  func cases() throws {
    var path: Screens = [.counter(count: 1), .animations("white")]
    let ids = Array(path.ids)
    #expect(path[id: ids[0], case: \.counter]?.count == 1)
    #expect(path[id: ids[1], case: \.counter] == nil)
    path[id: ids[0], case: \.counter]?.count = 2
    #expect(path[0] == .counter(count: 2))
    #expect(Array(path.ids) == ids)
    let before = path
    let codes = try issueCodes { path[id: ids[1], case: \.counter] = Counter.State() }
    #expect(codes == [.writeWrongCase])
    #expect(path == before)
  }

  @Test func `E50: popLast, popToRoot and remove take the right ids off`() {
    var path: StackState<String> = ["a", "b", "c"]
    let ids = Array(path.ids)
    var removed = [path.popLast()]
    #expect(Array(path.ids) == [ids[0], ids[1]])
    removed += [path.remove(id: ids[0]), path.remove(id: ids[0])]
    #expect(Array(path) == ["b"])
    path.popToRoot()
    #expect(path.isEmpty)
    removed.append(path.popLast())
    #expect(removed == ["c", "a", nil, nil])
  }
}
