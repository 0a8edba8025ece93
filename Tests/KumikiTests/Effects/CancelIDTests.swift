import Kumiki
import Testing

@Suite struct CancelIDTests {
  @Test(
    "B11: after 1 000 completed cancellable effects no id is registered",
    arguments: [true, false])
  func registry(sharesID: Bool) throws {
    let fixture = try StoreFixture(0) {
      Reduce<Int, Int> { done, number in
        guard number > 0 else {
          done += 1
          return .none
        }
        return .after(seconds: 1, 0).cancellable(id: sharesID ? 0 : number)
      }
    }
    for number in 1...1000 { fixture.send(number) }
    #expect(fixture.store.effectCount == 1000)
    #expect(fixture.store.table.registeredIDCount == (sharesID ? 1 : 1000))
    try fixture.advance(seconds: 1)
    #expect(fixture.state == 1000)
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.store.table.registeredIDCount == 0)
  }

  @Test("B11: an id is registered at acceptance, that of a later link when its turn comes")
  func registration() throws {
    let fixture = try scripted { word in
      switch word {
      case "one": .never.cancellable(id: "x")
      case "chain": .concatenate(.after(seconds: 1, "a"), .never.cancellable(id: "y"))
      case "stop x": .cancel(id: "x")
      case "stop y": .cancel(id: "y")
      default: .none
      }
    }
    fixture.send("one")
    #expect(fixture.store.table.registeredIDCount == 1)
    fixture.send("stop x")
    #expect(fixture.store.table.registeredIDCount == 0)

    fixture.send("chain")
    #expect(fixture.store.table.registeredIDCount == 0)
    try fixture.advance(seconds: 1)
    #expect(fixture.store.table.registeredIDCount == 1)
    fixture.send("stop y")
    #expect(fixture.store.table.registeredIDCount == 0)
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B11: a body that is cancelled between acceptance and beginning never begins")
  func neverBegins() throws {
    let began = Record<String>()
    let fixture = try scripted { word in
      word == "stop" ? .cancel(id: "x") : .run { _ in began("body") }.cancellable(id: "x")
    }
    fixture.send("start")
    #expect(fixture.store.effectCount == 1)
    fixture.send("stop")
    #expect(fixture.store.effectCount == 0)
    try fixture.settle()
    #expect(began.entries == [])
  }

  @Test("B13: an effect wrapped twice with its id and cancelInFlight does not cancel itself")
  func wrappedTwice() throws {
    func twice(_ effect: Effect<Int>) -> Effect<Int> {
      effect.cancellable(id: "x", cancelInFlight: true).cancellable(id: "x", cancelInFlight: true)
    }
    let fixture = try StoreFixture([] as [Int]) {
      Reduce<[Int], Int> { handled, number in
        handled.append(number)
        return switch number {
        case 0: twice(.send(42))
        case 1: twice(.after(seconds: 1, 43))
        default: .none
        }
      }
    }
    fixture.send(0)
    #expect(fixture.state == [0, 42])
    fixture.send(1)
    try fixture.advance(seconds: 1)
    #expect(fixture.state == [0, 42, 1, 43])
  }

  @Test("B13: neither does one whose parts are wrapped with the id again")
  func wrappedParts() throws {
    let fixture = try scripted { word in
      guard word == "start" else { return .none }
      let parts = ["a", "b"].map {
        Effect.after(seconds: 1, $0).cancellable(id: "x", cancelInFlight: true)
      }
      return .merge(parts).cancellable(id: "x", cancelInFlight: true)
    }
    fixture.send("start")
    try fixture.advance(seconds: 2)
    // The second part stops the first, but not the whole that both belong to.
    #expect(fixture.actions == ["start", "b"])
  }

  @Test("B13: cancelInFlight first stops what runs under the id, then starts the new effect")
  func cancelInFlight() throws {
    let fixture = try scripted { word in
      switch word {
      case "plain": .after(seconds: 1, "of plain").cancellable(id: "x")
      case "first", "second":
        .after(seconds: 1, "of " + word).cancellable(id: "x", cancelInFlight: true)
      default: .none
      }
    }
    fixture.send("plain")
    fixture.send("plain")
    fixture.send("first")
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 0.5)
    fixture.send("second")
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 5)
    #expect(fixture.timeline.suffix(2) == [at(0.5, "second"), at(1.5, "of second")])
    #expect(fixture.actions.count == 5)
  }

  @Test("B14: none made cancellable is none: with cancelInFlight it cancels nothing")
  func noneInFlight() throws {
    let fixture = try scripted { word in
      switch word {
      case "start": .everySecond("tick").cancellable(id: "timer")
      case "none": Effect.none.cancellable(id: "timer", cancelInFlight: true)
      default: .none
      }
    }
    fixture.send("start")
    #expect(fixture.send("none").isFinished)
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 2)
    #expect(fixture.actions == ["start", "none", "tick", "tick"])
  }

  @Test("B18: ids compare by type and value; 1 and 1.0 are one number")
  func comparison() throws {
    let fixture = try scripted { word in
      switch word {
      case "start": .never.cancellable(id: 1)
      case "text": .cancel(id: "1")
      case "list": .cancel(id: [1])
      case "number": .cancel(id: 1.0)
      default: .none
      }
    }
    fixture.send("start")
    for word in ["text", "list"] {
      fixture.send(word)
      #expect(fixture.store.effectCount == 1)
    }
    fixture.send("number")
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B18: texts are compared scalar by scalar, as in C")
  func texts() throws {
    let fixture = try scripted { word in
      switch word {
      case "start": .never.cancellable(id: "\u{e9}")
      case "decomposed": .cancel(id: "e\u{301}")
      case "composed": .cancel(id: "\u{e9}")
      default: .none
      }
    }
    fixture.send("start")
    fixture.send("decomposed")
    #expect(fixture.store.effectCount == 1)
    fixture.send("composed")
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B18: a list is compared by value, a program's own type by its equality")
  func composites() throws {
    struct OwnID: Hashable { var name: String }
    let fixture = try scripted { word in
      switch word {
      case "start":
        .merge(.never.cancellable(id: [1, 2]), .never.cancellable(id: OwnID(name: "a")))
      case "list": .cancel(id: [1] + [2])
      case "other": .cancel(id: OwnID(name: "b"))
      case "own": .cancel(id: OwnID(name: "a"))
      default: .none
      }
    }
    fixture.send("start")
    fixture.send("other")
    #expect(fixture.store.effectCount == 2)
    fixture.send("list")
    #expect(fixture.store.effectCount == 1)
    fixture.send("own")
    #expect(fixture.store.effectCount == 0)
  }
}
