import Kumiki
import Testing

/// The abilities of an enum that lists its cases.
@Suite struct CaseValueTests {
  typealias Place = Destination.State

  @Test(
    "O4: a payload is read, written and changed in place; a declared one is a property")
  func payload() {
    var place = Place.counter(Counter.State(count: 1))
    #expect(place.is(\.counter) && !place.is(\.note))
    #expect(place.counter?.count == 1 && place.note == nil)
    place[case: \.counter]?.count = 2
    #expect(place[case: \.counter]?.count == 2)
    place[case: \.counter] = Counter.State(count: 3)
    place.modify(\.counter) { $0.count += 1 }
    #expect(place == .counter(Counter.State(count: 4)))
  }

  @Test func `O14: a path with an unknown payload type takes a value apart and makes one`() {
    let path: PartialCaseKeyPath<Place> = \.note
    let note = Place.note("a")
    #expect(note[case: path] as? String == "a" && note.is(path))
    #expect(Place.counter(Counter.State())[case: path] == nil)
    let some: PartialCaseKeyPath<Int??> = \.some
    #expect(some(3) == .some(.some(3)) && some("a") == nil)
    #expect(some(Int?.none as Any) == .some(.some(.none)))
  }

  @Test func `O13: the case of an optional, and of a result, is looked up by the value`() {
    struct Failed: Error {}
    #expect(Optional.allCasePaths[Int?.some(1)] == \.some && Int?.none.case == \.none)
    #expect(Array(Optional<Int>.allCasePaths) == [\.none, \.some])
    let failed = Result<Int, Failed>.failure(Failed())
    #expect(failed.case == \.failure && Result<Int, Failed>.allCasePaths[.success(1)] == \.success)
    #expect(Array(Result<Int, Failed>.allCasePaths) == [\.success, \.failure])
    #expect(Array(Never.allCasePaths).isEmpty)
  }

  @Test func `O4: a payload of an optional, a slot or a deeper case is changed the same way`() {
    var place: Place? = .counter(Counter.State(count: 1))
    #expect(place.is(\.counter) && place.is(\.some) && !place.is(\.note))
    place.modify(\.counter) { $0.count += 1 }
    place?.modify(\.counter) { $0.count += 1 }
    place?[case: \.counter]?.count += 1
    place[case: \.counter]?.count += 1
    #expect(place?.counter?.count == 5)

    var state = Trip.State()
    state.destination = .note("a")
    state.destination?.modify(\.note) { $0 += "b" }
    state.$destination[case: \.note]? += "c"
    #expect(state.destination?.note == "abc")

    var action = Trip.Action.destination(.presented(.counter(.set(1))))
    action.modify(\.destination.counter.set) { $0 += 1 }
    action[case: \.destination.presented.counter.set]? += 1
    #expect(action == .destination(.presented(.counter(.set(3)))))
  }

  /// The issue of a reducer's write, and the state after it.
  private func issues(
    _ write: @escaping (inout Trip.State) -> Void
  ) throws -> (messages: [String], codes: [Kumiki.Issue.Code], state: Trip.State) {
    var first = Trip.State()
    first.destination = .note("a")
    let fixture = try StoreFixture<Trip.State, Trip.Action>(first) {
      Reduce { state, _ in
        write(&state)
        return .none
      }
    }
    fixture.send(.maybe(nil))
    return (fixture.issues.map(\.message), fixture.codes, fixture.state)
  }

  @Test("O5: a change of an absent case is an issue, calls no function and changes nothing")
  func otherCase() throws {
    let writes: [(inout Trip.State) -> Void] = [
      { $0.destination?.modify(\.counter) { _ in Testing.Issue.record("called") } },
      { $0.destination.modify(\.counter) { _ in Testing.Issue.record("called") } },
      { $0.destination?[case: \.counter] = Counter.State(count: 9) },
      { $0.$destination[case: \.counter] = Counter.State(count: 9) },
    ]
    for (index, write) in writes.enumerated() {
      let (messages, codes, state) = try issues(write)
      #expect(codes == [.writeWrongCase], "\(index)")
      let message = messages.first ?? ""
      #expect(message.contains("\\.counter was written"), "\(message)")
      #expect(message.contains("is note; nothing changed"), "\(message)")
      #expect(state.destination == .note("a"))
    }
  }

  @Test func `O5: so is a change in a missing value, and a nil for the payload`() throws {
    var (messages, codes, _) = try issues {
      $0.destination = nil
      $0.destination.modify(\.counter) { _ in Testing.Issue.record("called") }
    }
    #expect(codes == [.writeWrongCase] && messages[0].contains("is nothing; nothing changed"))
    (messages, codes, _) = try issues { $0.destination?[case: \.note] = nil }
    #expect(codes == [.writeWrongCase])
  }
}
