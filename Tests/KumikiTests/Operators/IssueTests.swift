import Kumiki
import Testing

@Suite struct IssueTests {
  @Test("A28: an issue has its code, the operator's label and the action's cases without payloads")
  func content() throws {
    let fixture = try household(.init())
    fixture.send(.child(.set(4711)))
    let issue = try #require(fixture.issues.first)
    #expect(fixture.issues.count == 1)
    #expect(issue.code == .absentChild)
    #expect(issue.code.rawValue == "absent-child")
    #expect(issue.actionCase == "child.set")
    #expect(issue.label.hasPrefix("ifLet at KumikiTests/Household.swift:"))
    #expect(!"\(issue)".contains("4711"))

    fixture.send(.child(.inc))
    #expect(fixture.issues.last?.actionCase == "child.inc")
  }

  @Test("A28: the path leads through a presentation: destination.presented.counter.inc")
  func presentedPath() throws {
    let fixture = try StoreFixture(Host.State()) {
      Reduce<Host.State, Host.Action> { _, _ in .none }
        .ifLet(\.$destination, action: \.destination) { EmptyReducer() }
    }
    fixture.send(.destination(.presented(.counter(.inc))))
    #expect(fixture.issues.map(\.actionCase) == ["destination.presented.counter.inc"])
    #expect(fixture.codes == [.absentDestination])
  }

  @Test("A28: the state that a push brings is not part of the path, although it is an enum")
  func pushedState() throws {
    let fixture = try StoreFixture(Stacked.State()) {
      Reduce<Stacked.State, Stacked.Action> { _, _ in .none }
        .forEach(\.path, action: \.path) { EmptyReducer() }
    }
    fixture.send(.path(.push(id: 0, state: .counter(.init()))))
    fixture.send(.path(.push(id: 0, state: .counter(.init()))))
    fixture.send(.path(.element(id: 9, action: .counter(.inc))))
    #expect(fixture.codes == [.pushDuplicate, .missingStackElement])
    #expect(fixture.issues.map(\.actionCase) == ["path.push", "path.element.counter.inc"])
  }

  private enum Stacked {
    struct State { var path = StackState<Screen>() }
    enum Screen { case counter(Counter.State) }
    enum Action: CasePathable {
      case path(StackAction<Screen, Host.Child>)

      struct AllCasePaths {
        let path = CasePath(embed: Action.path) {
          if case .path(let action) = $0 { action } else { nil }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
  }

  enum Host {
    struct State { @PresentationState var destination: Counter.State? }
    enum Child { case counter(Counter.Action) }
    enum Action: CasePathable {
      case destination(PresentationAction<Child>)

      struct AllCasePaths {
        let destination = CasePath(embed: Action.destination) {
          if case .destination(let action) = $0 { action } else { nil }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
  }

  @Test("A28: without a handler an issue is written to standard error, once per occurrence")
  func printed() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let fixture = try household(.init())
      fixture.loop.onIssue = nil
      fixture.send(.child(.inc))
      fixture.send(.child(.dec))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("kumiki: absent-child: ") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("child.inc") == true)
    #expect(lines.last?.contains("child.dec") == true)
  }

  @Test("C40: an issue raised in an issue callback comes after it, and a repeated one only once")
  func toldAfter() throws {
    let fixture = try household(.init())
    let told = Record<Kumiki.Issue.Code>()
    var isInside = false
    fixture.loop.onIssue = { [unowned fixture] issue in
      #expect(!isInside)
      isInside = true
      defer { isInside = false }
      told(issue.code)
      if told.entries.count < 100 { _ = fixture.state }
    }
    fixture.send(.child(.inc))
    #expect(told.entries == [.absentChild, .readWhileReducing])
    fixture.send(.child(.inc))
    #expect(told.entries.suffix(2) == [.absentChild, .readWhileReducing])
    #expect(told.entries.count == 4)
  }
}
