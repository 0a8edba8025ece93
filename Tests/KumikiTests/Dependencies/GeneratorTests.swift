import Kumiki
import Testing

@Suite struct GeneratorTests {
  @Test func `H7: incrementing makes …0000 and …0001, separately for each generator`() {
    for _ in 1...2 {
      let uuid = UUIDGenerator.incrementing
      #expect(
        [uuid(), uuid()].map(\.description) == [
          "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
        ])
    }
  }

  @Test func `H7: a constant generator repeats its id; without one ids are random`() throws {
    let id = try #require(UniqueID("01234567-89AB-cdef-fedc-ba9876543210"))
    let constant = UUIDGenerator.constant(id)
    #expect([constant(), constant()] == [id, id])
    let live = DependencyValues.live.uuid
    #expect(live() != live())
  }

  @Test func `H7: a UUID is parsed from its written form, and from nothing else`() {
    for _ in 1...100 {
      let id = UniqueID.random()
      #expect(UniqueID(id.description) == id)
    }
    #expect(UniqueID("0123456789ab-cdef-fedc-ba98-76543210") == nil)
    #expect(UniqueID("01234567-89ab-cdef-fedc-ba987654321g") == nil)
    #expect(UniqueID("01234567-89ab-cdef-fedc-ba98765432100") == nil)
    #expect(UniqueID("") == nil)
  }

  @Test func `H8: a date is a constant or the result of a function`() {
    let now = Record<Int64>()
    let counted = DateGenerator {
      now(0)
      return Int64(now.entries.count)
    }
    #expect([counted.now, counted()] == [1, 2])
    #expect(DateGenerator.constant(42).now == 42)
  }

  private struct Screens {
    var path = StackState<Int>()
    @PresentationState var sheet: String?
  }

  @Test func `H10: the generators of ids nest like any dependency`() throws {
    let fixture = try StoreFixture<Screens, Int>(Screens()) {
      let push = Reduce<Screens, Int> { state, number in
        state.path.append(number)
        state.sheet = nil
        state.sheet = "\(number)"
        return .none
      }
      push
      push
        .dependency(\.stackElementID, .incrementing(from: 70))
        .dependency(\.stackElementID, .incrementing(from: 90))
        .dependency(\.presentationID, IDGenerator { "inner" })
    }
    fixture.send(1)
    #expect(fixture.state.path.ids == [0, 70])
    #expect(fixture.state.$sheet.id == "inner")
    fixture.send(2)
    #expect(fixture.state.path.ids == [0, 70, 1, 71])
    #expect(fixture.codes == [])
  }

  @Test func `H10: a generator that is passed on unchanged makes the store's own ids`() throws {
    let fixture = try StoreFixture<Screens, Int>(Screens()) {
      Reduce<Screens, Int> { state, number in
        state.path.append(number)
        state.sheet = "\(number)"
        return .none
      }
      .transformDependency(\.self) {
        $0.stackElementID = $0.stackElementID
        $0.presentationID = $0.presentationID
      }
    }
    fixture.send(1)
    #expect(fixture.state.path.ids == [0])
    #expect(fixture.state.$sheet.id == "0")
  }

  @Test("H11: two stores of one loop both start at 0, with paths and with presentations")
  func perStore() throws {
    let make = { (loop: Loop?) in
      try StoreFixture<Screens, Int>(Screens(path: [0], sheet: "first"), loop: loop) {
        Reduce<Screens, Int> { state, number in
          state.path.append(number)
          return .none
        }
      }
    }
    let first = try make(nil)
    let second = try make(first.loop)
    for fixture in [first, second] {
      fixture.send(1)
      #expect(fixture.state.path.ids == [0, 1])
      #expect(fixture.state.$sheet.id == "0")
    }
  }
}
