import Kumiki
import Testing

@testable import KumikiCore

@Suite struct CasePathTests {
  typealias Action = Trip.Action

  /// A path, an action that it leads to, the payload, and an action that it does not lead to.
  private func check<Value: Equatable>(
    _ path: CaseKeyPath<Action, Value>, _ action: Action, _ value: Value, _ spelling: String,
    not other: Action = .binding(.set(\.name, "other")),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let casePath = CasePath(path)
    #expect(casePath.extract(from: action) == value, sourceLocation: sourceLocation)
    #expect(casePath.embed(value) == action, sourceLocation: sourceLocation)
    #expect(casePath.extract(from: other) == nil, sourceLocation: sourceLocation)
    #expect(casePath.spelling == spelling, sourceLocation: sourceLocation)
    #expect(path(value) == action, sourceLocation: sourceLocation)
    #expect(action.is(path) && !other.is(path), sourceLocation: sourceLocation)
    #expect(action[case: path] == value, sourceLocation: sourceLocation)
    #expect(path ~= action && !(path ~= other), sourceLocation: sourceLocation)
  }

  @Test func `O1: a path leads through nested cases, takes an action apart and puts it together`() {
    let dismissed = Action.destination(.dismiss)
    check(
      \.destination.presented.counter.set, .destination(.presented(.counter(.set(3)))), 3,
      ".destination.presented.counter.set", not: dismissed)
    check(
      \.destination.presented.note, .destination(.presented(.note("a"))), "a",
      ".destination.presented.note", not: .destination(.presented(.counter(.inc))))
    let inc = CasePath(\Action.Cases.destination.presented.counter.inc)
    #expect(inc.embed(()) == .destination(.presented(.counter(.inc))))
    #expect(inc.extract(from: .destination(.presented(.counter(.inc)))) != nil)
    #expect(inc.extract(from: .destination(.presented(.counter(.dec)))) == nil)
  }

  @Test func `O2: a path leads through a slot as if the presented feature were directly there`() {
    check(
      \.destination.counter.set, .destination(.presented(.counter(.set(3)))), 3,
      ".destination.counter.set", not: .destination(.dismiss))
    #expect(CasePath(\Action.Cases.destination.dismiss).embed(()) == .destination(.dismiss))
    #expect(Action.destination(.dismiss).is(\.destination.dismiss))
    #expect(!Action.destination(.presented(.note(""))).is(\.destination.dismiss))
    // The slot, with only one presented case.
    let counter: CaseKeyPath<Action, PresentationAction<Counter.Action>> = \.destination.counter
    check(
      counter, .destination(.presented(.counter(.inc))), .presented(.inc), ".destination.counter")
    check(
      counter, .destination(.dismiss), .dismiss, ".destination.counter",
      not: .destination(.presented(.note(""))))
  }

  @Test func `O2: a path leads to an element of a navigation path and to a row, by their ids`() {
    check(
      \.path[id: 2].set, .path(.element(id: 2, action: .set(3))), 3, ".path[id: 2].set",
      not: .path(.element(id: 1, action: .set(3))))
    check(
      \.path.popFrom, .path(.popFrom(id: 2)), 2, ".path.popFrom",
      not: .path(.element(id: 2, action: .inc)))
    #expect(
      (\Action.Cases.path.push)((id: 2, state: Counter.State()))
        == .path(.push(id: 2, state: Counter.State())))
    #expect(Action.path(.element(id: 2, action: .inc))[case: \.path.element]?.id == 2)
    check(
      \.rows[id: 7].set, .rows(.element(id: 7, action: .set(3))), 3, ".rows[id: 7].set",
      not: .rows(.element(id: 8, action: .set(3))))
    #expect(Action.rows(.element(id: 7, action: .inc))[case: \.rows.element]?.action == .inc)
  }

  @Test func `O2: a path leads through an optional and a result, and to the write of a field`() {
    check(\.maybe.some.set, .maybe(.set(3)), 3, ".maybe.some.set", not: .maybe(nil))
    check(\.maybe.set, .maybe(.set(3)), 3, ".maybe.set", not: .maybe(nil))
    #expect(Action.maybe(nil).is(\.maybe.none) && !Action.maybe(.inc).is(\.maybe.none))
    check(\.response.success, .response(.success(3)), 3, ".response.success")
    check(
      \.response.failure, .response(.failure(Trip.Failure())), Trip.Failure(), ".response.failure",
      not: .response(.success(3)))
    check(\.binding.isOn, .binding(.set(\.isOn, true)), true, ".binding.isOn")
    check(
      \.binding.$name, .binding(.set(\.$name, "a")), "a", ".binding.$name",
      not: .binding(.set(\.isOn, true)))
  }

  @Test func `O2: a path leads through the actions of the legacy dialect`() {
    typealias Slot = DestinationAction<Int, Counter.Action>
    typealias Stack = NavigationAction<Int, Counter.Action>
    #expect(Slot.presented(.set(3))[case: \.set] == 3)
    #expect((\Slot.Cases.presented.set)(3) == .presented(.set(3)))
    #expect((\Slot.Cases.present)((id: nil, 4)) == .present(id: nil, 4))
    #expect(Slot.dismiss.is(\.dismiss) && !Slot.dismiss.is(\.presented))
    #expect((\Stack.Cases[id: 2].set)(3) == .element(id: 2, action: .set(3)))
    #expect(Stack.dismiss(id: 3)[case: \.dismiss] == 3)
    #expect(Stack.setPath([5])[case: \.setPath].map(Array.init) == [5])
  }

  @Test func `O9: equal paths are equal as keys, the ids in them included`() {
    func path(_ id: StackElementID) -> CaseKeyPath<Action, Int> { \.path[id: id].set }
    #expect(path(1) == path(1) && path(1) != path(2))
    #expect(path(1).hashValue == (\Action.Cases.path[id: 1].set).hashValue)
    let direct = \Action.Cases.destination.counter.inc
    #expect(direct != \Action.Cases.destination.presented.counter.inc)
    #expect(AnyHashable(direct) == AnyHashable(\Action.Cases.destination.counter.inc))
    #expect(Set([path(1), path(2), path(1)]).count == 2)
  }

  @Test func `O10: a path is appended to another, and names a case in a switch`() {
    let path = (\Action.Cases.destination).appending(path: \.presented.counter.set)
    check(
      path, .destination(.presented(.counter(.set(3)))), 3, ".destination.presented.counter.set",
      not: .destination(.dismiss))
    let isSet =
      switch Action.path(.element(id: 0, action: .set(3))) {
      case \.path[id: 0].inc: false
      case \.path[id: 0].set: true
      default: false
      }
    #expect(isSet)
    #expect((\Counter.Action.Cases.inc)() == .inc)
    let partial: [PartialCaseKeyPath<Action>] = [\.path, \.destination.counter.set, \.rows]
    #expect(
      partial.map { Action.destination(.presented(.counter(.set(1)))).is($0) } == [
        false, true, false,
      ])
  }
}
