import Kumiki
import Testing

@Suite struct ChainCancelTests {
  @Test("B8: cancelling one link by its own id completes it: the next link begins")
  func ownID() throws {
    let fixture = try scripted { word in
      switch word {
      case "start": .concatenate(.never.cancellable(id: "x"), .send("b"))
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    fixture.send("start")
    try fixture.advance(seconds: 5)
    #expect(fixture.actions == ["start"])
    fixture.send("stop")
    #expect(fixture.actions == ["start", "stop", "b"])
    #expect(fixture.store.effectCount == 0)
  }

  /// A chain of three whose first link sleeps for a second; `second` notes that the next one began.
  static func chain(_ began: Record<String>) -> Effect<String> {
    .concatenate(
      .after(seconds: 1, "first"),
      .run { send in
        began("second")
        await send("second")
      },
      .send("third"))
  }

  @Test("B9: cancelling the chain by an outer id: nothing is delivered, no further link begins")
  func outerID() throws {
    let began = Record<String>()
    let fixture = try scripted { word in
      switch word {
      case "start": Self.chain(began).cancellable(id: "all")
      case "stop": .cancel(id: "all")
      default: .none
      }
    }
    let task = fixture.send("start")
    try fixture.advance(seconds: 0.5)
    fixture.send("stop")
    #expect(task.isFinished)
    try fixture.advance(seconds: 5)
    #expect(began.entries == [])
    #expect(fixture.actions == ["start", "stop"])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B9: by the handle")
  func handle() throws {
    let began = Record<String>()
    let fixture = try scripted { $0 == "start" ? Self.chain(began) : .none }
    let task = fixture.send("start")
    try fixture.advance(seconds: 0.5)
    task.cancel()
    #expect(task.isFinished)
    try fixture.advance(seconds: 5)
    #expect(began.entries == [])
    #expect(fixture.actions == ["start"])
  }

  @Test("B9: by the store's end")
  func storeEnd() throws {
    let began = Record<String>()
    let fixture = try scripted { $0 == "start" ? Self.chain(began) : .none }
    fixture.send("start")
    try fixture.advance(seconds: 0.5)
    fixture.releaseStore()
    try fixture.advance(seconds: 5)
    #expect(began.entries == [])
    #expect(fixture.actions == ["start"])
  }

  @Test("B9: by dismissal", arguments: [true, false])
  func dismissal(byAction: Bool) throws {
    let began = Record<String>()
    let fixture = try StoreFixture(Host.State(word: Host.Word())) {
      Reduce<Host.State, Host.Action> { state, action in
        if case .clear = action { state.word = nil }
        return .none
      }
      .ifLet(\.$word, action: \.word) {
        Reduce<Host.Word, String> { _, word in word == "start" ? Self.chain(began) : .none }
      }
    }
    fixture.send(.word(.presented("start")))
    try fixture.advance(seconds: 0.5)
    fixture.send(byAction ? .word(.dismiss) : .clear)
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 5)
    #expect(began.entries == [])
    #expect(fixture.actions.count == 2)
    #expect(fixture.codes == [])
  }

  enum Host {
    struct Word {}
    struct State { @PresentationState var word: Word? }
    enum Action: CasePathable {
      case word(PresentationAction<String>)
      case clear

      struct AllCasePaths {
        let word = CasePath(embed: Action.word) { if case .word(let a) = $0 { a } else { nil } }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
  }
}
