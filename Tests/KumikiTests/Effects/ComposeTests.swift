import Kumiki
import Testing

@Suite struct ComposeTests {
  static func tapping(
    _ effect: @escaping () -> Effect<String>
  ) throws -> StoreFixture<[String], String> {
    try scripted { $0 == "tap" ? effect() : .none }
  }

  @Test("B5: merged effects deliver by due time")
  func dueTime() throws {
    let fixture = try Self.tapping {
      .merge(.after(seconds: 3, "3"), .after(seconds: 1, "1"), .after(seconds: 2, "2"))
    }
    fixture.send("tap")
    #expect(fixture.store.effectCount == 3)
    try fixture.advance(seconds: 3)
    #expect(fixture.timeline == [at(0, "tap"), at(1, "1"), at(2, "2"), at(3, "3")])
  }

  @Test("B5: of equal due times the wait that was begun first ends first: list order")
  func ties() throws {
    let fixture = try Self.tapping {
      .merge(["a", "b", "c"].map { .after(seconds: 1, $0) })
    }
    fixture.send("tap")
    try fixture.advance(seconds: 1)
    #expect(fixture.timeline == [at(0, "tap"), at(1, "a"), at(1, "b"), at(1, "c")])
  }

  @Test("B5: the order of ties is that of the beginnings, not of the sends")
  func tiesByBeginning() throws {
    let fixture = try scripted { word in
      switch word {
      case "early": .after(seconds: 2, "of early")
      case "late": .after(seconds: 1, "of late")
      default: .none
      }
    }
    fixture.send("early")
    try fixture.advance(seconds: 1)
    fixture.send("late")
    try fixture.advance(seconds: 1)
    #expect(fixture.actions.suffix(2) == ["of early", "of late"])
  }

  @Test("B5: immediate members deliver in list order, and bodies begin in list order")
  func listOrder() throws {
    let began = Record<Int>()
    let fixture = try Self.tapping {
      .merge(
        .send("a"), .run { _ in began(1) }, .merge(.send("b"), .send("c")), .run { _ in began(2) },
        .send("d"))
    }
    fixture.send("tap")
    #expect(fixture.actions == ["tap", "a", "b", "c", "d"])
    try fixture.settle()
    #expect(began.entries == [1, 2])
  }

  @Test("B7: a link of a chain begins when the one before it has completed")
  func chain() throws {
    let fixture = try Self.tapping {
      .concatenate(.after(seconds: 1, "1"), .after(seconds: 2, "2"), .after(seconds: 3, "3"))
    }
    fixture.send("tap")
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 10)
    #expect(fixture.timeline == [at(0, "tap"), at(1, "1"), at(3, "2"), at(6, "3")])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B7: a link that is a merge completes with its last member; immediate links need no clock")
  func chainOfMerges() throws {
    let fixture = try Self.tapping {
      .concatenate(
        .send("a"), .send("b"), .merge(.after(seconds: 1, "1"), .after(seconds: 2, "2")),
        .send("c"))
    }
    fixture.send("tap")
    #expect(fixture.actions == ["tap", "a", "b"])
    try fixture.advance(seconds: 1)
    #expect(fixture.actions == ["tap", "a", "b", "1"])
    try fixture.advance(seconds: 1)
    #expect(fixture.timeline.suffix(2) == [at(2, "2"), at(2, "c")])
  }

  @Test("B7: a chain of 100 000 immediate links needs no stack")
  func longChain() throws {
    let fixture = try StoreFixture(0) {
      Reduce<Int, Bool> { count, isStart in
        count += 1
        return isStart
          ? .concatenate((0..<100_000).map { _ in Effect.send(false) }) : .none
      }
    }
    fixture.send(true)
    #expect(fixture.state == 100_001)
  }

  @Test("B26: a link that fails counts as completed, and the next begins")
  func failingLink() throws {
    let fixture = try Self.tapping {
      .concatenate(.run { _ in throw Failure() }, .send("b"))
    }
    fixture.send("tap")
    try fixture.settle()
    #expect(fixture.codes == [.effectThrew])
    #expect(fixture.actions == ["tap", "b"])
  }
}

struct Failure: Error {}
