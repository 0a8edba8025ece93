import Kumiki
import Testing

/// Whatever is behind a slot's key path, an access uses the property's own accessors.
@Suite struct SlotOpticTests {
  struct Screen {
    var items = [0, 0, 0]
  }

  struct Inner {
    @PresentationState var screen: Screen?
  }

  struct State {
    @PresentationState var left: Screen?
    @PresentationState var right: Screen?
    var inner = Inner(screen: Screen())
    var isLeft = true
    var writes = 0

    /// A slot that alternates between two slots, and counts.
    var current: PresentationState<Screen> {
      get { isLeft ? $left : $right }
      set {
        writes += 1
        if isLeft { $left = newValue } else { $right = newValue }
      }
    }
  }

  var state = State(left: Screen(), right: Screen())

  @Test mutating func `A8: a presented value is changed in place, not in a copy`() throws {
    let optic = SlotOptic<State, Screen> { \.$left }
    for _ in 0..<3 {
      let (before, after) = try touch(optic, &state)
      #expect(before == after)
    }
    #expect(state.left?.items == [3, 0, 0])
  }

  @Test("D1: one of two slots of the same type is changed, the other is unaffected")
  mutating func twoSlots() throws {
    _ = try touch(SlotOptic { \.$right }, &state)
    #expect(state.left?.items == [0, 0, 0])
    #expect(state.right?.items == [1, 0, 0])
  }

  @Test mutating func `D1: a slot inside another struct is reached in place`() throws {
    let (before, after) = try touch(SlotOptic { \.inner.$screen }, &state)
    #expect(before == after)
    #expect(state.inner.screen?.items == [1, 0, 0])
  }

  @Test("D1: a computed slot is the slot that its accessors choose, at each access")
  mutating func computedSlot() throws {
    let optic = SlotOptic<State, Screen> { \.current }
    _ = try touch(optic, &state)
    state.isLeft = false
    _ = try touch(optic, &state)
    _ = try touch(optic, &state)
    #expect(state.left?.items == [1, 0, 0])
    #expect(state.right?.items == [2, 0, 0])
    #expect(state.writes > 0)
  }

  @Test("D1: a slot that is shared with a copy of the state is copied before it is changed")
  mutating func sharedSlot() throws {
    let copy = state
    _ = try touch(SlotOptic { \.$left }, &state)
    #expect(copy.left?.items == [0, 0, 0])
    #expect(state.left?.items == [1, 0, 0])
  }

  @Test("D3: an access keeps the presentation; it is dismissed and presented through it")
  mutating func identity() throws {
    let optic = SlotOptic<State, Screen> { \.$left }
    let id = state.$left.id
    _ = try touch(optic, &state)
    #expect(state.$left.id == id)
    optic.modify(&state) { $0.dismiss() }
    #expect(state.left == nil)
    optic.modify(&state) { $0.present(Screen(), id: "again") }
    #expect(state.$left.id == "again")
  }

  @Test func `B21: optics of one path are one place, of two paths two`() {
    let left = SlotOptic<State, Screen> { \.$left }
    #expect(left.opticID == SlotOptic<State, Screen> { \.$left }.opticID)
    #expect(left.opticID != SlotOptic<State, Screen> { \.$right }.opticID)
  }
}

/// Adds one to the first item, and returns the memory addresses of the items before and after.
private func touch(
  _ optic: SlotOptic<SlotOpticTests.State, SlotOpticTests.Screen>,
  _ state: inout SlotOpticTests.State
) throws -> (before: Int, after: Int) {
  let addresses = optic.modify(&state) { slot in
    slot.modifyPresented { screen in
      let before = address(screen.items)
      screen.items[0] += 1
      return (before, address(screen.items))
    }
  }
  return try #require(addresses ?? nil)
}

private func address(_ items: [Int]) -> Int {
  items.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
}
