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
    #expect(fixture.store.core.registeredIDCount == (sharesID ? 1 : 1000))
    try fixture.advance(seconds: 1)
    #expect(fixture.state == 1000)
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.store.core.registeredIDCount == 0)
  }

  @Test("B11: a body that is cancelled between acceptance and start never starts")
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

  @Test func `B18: ids compare by type and value; 1 and 1.0 are one number`() throws {
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

  @Test func `B18: a list is compared by value, a program's own type by its equality`() throws {
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
