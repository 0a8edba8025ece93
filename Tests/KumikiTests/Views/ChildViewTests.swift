import Kumiki
import Testing

/// Views that receive the store of their content.
@MainActor @Suite struct ChildViewTests {
  @Test("J10: an optional's view receives its store, and is notified of the removal")
  func ifLet() throws {
    let sheet = try SheetFixture(.modern)
    var told: [String] = []
    var shown: Store<Sheet.Destination.State, Sheet.Destination.Action>?
    let subscription = sheet.views.ifLet(state: \.destination, action: \.shown) {
      shown = $0
      told.append("then")
    } else: {
      told.append("else")
    }
    #expect(told == ["else"])
    sheet.send(.assign(.counter(count: 1)))
    sheet.send(.assign(.counter(count: 2)))
    #expect(shown?.state == .counter(count: 2))
    sheet.send(.clear)
    #expect(told == ["else", "then", "else"])
    #expect(shown?.state == .counter(count: 2))
    withExtendedLifetime(subscription) {}
  }

  @Test("J12: a list's view receives one store per row, and a row that stays keeps its store")
  func forEach() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    var stores: [Store<Rows.Row, Counter.Action>] = []
    var calls = 0
    let subscription = fixture.views.forEach(state: \.rows, action: \.rows) {
      stores = $0
      calls += 1
    }
    let first = stores[0]
    stores[1].send(.inc)
    #expect(calls == 1)
    fixture.send(.reverse)
    #expect(calls == 2)
    #expect(stores.map(\.state.id) == [2, 1])
    #expect(stores[1] === first)
    withExtendedLifetime(subscription) {}
  }

  @Test("J13: a path's view receives one store per element", arguments: Dialect.allCases)
  func path(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 1)
    var stores: [Store<Counter.State, Counter.Action>] = []
    let subscription =
      switch dialect {
      case .modern: hike.views.forEach(state: \.path, action: \.path) { stores = $0 }
      case .seed: hike.views.forEach(state: \.path, action: \.navigation) { stores = $0 }
      }
    hike.send(.add)
    stores[1].send(.set(4))
    #expect(hike.state.path.map(\.count) == [0, 4])
    #expect(stores.count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test func `J9: closing from the view sends dismiss once, and not after the end`() throws {
    let sheet = try SheetFixture(.seed, .counter(count: 0))
    let view = sheet.views.binding(\.$destination, action: \.destination)
    view.value = nil
    view.value = nil
    #expect(sheet.actions == [.destination(.dismiss)])
    sheet.send(.assign(.counter(count: 1)))
    let other = sheet.views.binding(\.$destination, action: \.destination)
    sheet.send(.clear)
    other.value = nil
    #expect(sheet.actions == [.destination(.dismiss), .assign(.counter(count: 1)), .clear])
  }

  @Test("J6: a presentation's view receives a store; only that store reports changes inside")
  func presentation() throws {
    let sheet = try SheetFixture(.seed, .counter(count: 0))
    var told: [String] = []
    var shown: Store<Sheet.Destination.State, Sheet.Destination.Action>?
    let subscription = sheet.views.observePresentation(
      state: \.$destination, action: \.destination
    ) { _, store in
      shown = store
      told.append("present")
    } dismiss: { _ in
      told.append("dismiss")
    }
    #expect(told == ["present"])
    let inner = try #require(shown)
    var content: [Sheet.Destination.State] = []
    let innerSubscription = inner.observe({ $0 }) { content.append($0) }
    inner.send(.counter(.inc))
    #expect(sheet.actions == [.counter(.inc)])
    #expect(told == ["present"])
    #expect(content == [.counter(count: 0), .counter(count: 1)])
    sheet.send(.swap)
    #expect(told == ["present", "dismiss", "present"])
    sheet.send(.clear)
    #expect(told == ["present", "dismiss", "present", "dismiss"])
    #expect(shown?.state == .animations("white"))
    withExtendedLifetime([subscription, innerSubscription]) {}
  }

  @Test("J7: the store of a presentation's view keeps the last state during the dismissal")
  func lastState() throws {
    let sheet = try SheetFixture(.modern, .counter(count: 4))
    var shown: Store<Sheet.Destination.State, Sheet.Destination.Action>?
    var atDismissal: Sheet.Destination.State?
    let subscription = sheet.views.observePresentation(
      state: \.$destination, action: \.shown
    ) { _, store in
      shown = store
    } dismiss: { _ in
      atDismissal = shown?.state
    }
    sheet.send(.dismiss)
    #expect(atDismissal == .counter(count: 4))
    #expect(shown?.state == .counter(count: 4))
    #expect(shown?.hasState == false)
    withExtendedLifetime(subscription) {}
  }

  @Test func `J11: a switch's view receives the store of the present case, once per case`() throws {
    let fixture = try StoreFixture<Session.State, Session.Action>(.loggedOut(.init())) {
      Scope(state: \.loggedOut, action: \.loggedOut) { Counter() }
      Reduce<Session.State, Session.Action> { state, action in
        if case .loggedOut(.dec) = action { state = .loggedIn(.init(count: 9)) }
        return .none
      }
    }
    var shown: [Store<Counter.State, Counter.Action>?] = []
    let store = fixture.views
    let subscription = store.observeCase(of: { $0 }) { state in
      switch state {
      case .loggedOut: shown.append(store.caseLet(\.loggedOut, action: \.loggedOut))
      case .loggedIn: shown.append(store.caseLet(\.loggedIn, action: \.loggedIn))
      }
    }
    fixture.send(.loggedOut(.inc))
    #expect(shown.map(\.?.state.count) == [1])
    fixture.send(.loggedOut(.dec))
    #expect(shown.map(\.?.state.count) == [1, 9])
    #expect(fixture.codes == [])
    withExtendedLifetime(subscription) {}
  }
}
