import Kumiki
import Testing

/// What the views of a presentation, an optional, a switch, a list and a path are told.
@Suite struct StoreViewTests {
  /// What a presentation view was told.
  private enum Told: Equatable {
    case present(PresentationID, Sheet.Destination.State)
    case dismiss(PresentationID)
  }

  @Test("J6: a presentation view is told when the presentation is another; content flows inside")
  func presentation() throws {
    let sheet = try SheetFixture(.modern, .counter(count: 0))
    let first = try #require(sheet.id)
    var told: [Told] = []
    let subscription = sheet.store.observePresentation {
      $0.$destination
    } present: {
      told.append(.present($0, $1))
    } dismiss: {
      told.append(.dismiss($0))
    }
    #expect(told == [.present(first, .counter(count: 0))])
    let inner = try #require(sheet.store.scope(state: \.destination, action: \.shown))
    var content: [Sheet.Destination.State] = []
    let innerSubscription = inner.observe {
      $0
    } onChange: {
      content.append($0)
    }
    sheet.counter(.inc)
    #expect(told.count == 1)
    #expect(content == [.counter(count: 0), .counter(count: 1)])
    sheet.send(.swap)
    let second = try #require(sheet.id)
    #expect(first != second)
    #expect(told.dropFirst() == [.dismiss(first), .present(second, .animations("white"))])
    sheet.send(.clear)
    #expect(told.last == .dismiss(second))
    #expect(told.count == 4)
    withExtendedLifetime([subscription, innerSubscription]) {}
  }

  @Test("J6: a view that ends while it is told of what goes is not told of what comes")
  func endsWhileItIsTold() throws {
    let sheet = try SheetFixture(.modern, .counter(count: 0))
    var told: [String] = []
    var subscription: Subscription?
    subscription = sheet.store.observePresentation {
      $0.$destination
    } present: { _, _ in
      told.append("present")
    } dismiss: { _ in
      told.append("dismiss")
      subscription?.cancel()
      subscription = nil
    }
    sheet.send(.swap)
    #expect(told == ["present", "dismiss"])
    #expect(subscription == nil)
  }

  @Test("J7: what was presented stays readable while it is dismissed")
  func lastState() throws {
    let sheet = try SheetFixture(.modern, .counter(count: 4))
    let inner = try #require(sheet.store.scope(state: \.destination, action: \.shown))
    var atDismissal: Sheet.Destination.State?
    let subscription = sheet.store.observePresentation {
      $0.$destination
    } present: { _, _ in
    } dismiss: { _ in
      atDismissal = inner.state
    }
    sheet.send(.dismiss)
    #expect(atDismissal == .counter(count: 4))
    #expect(inner.state == .counter(count: 4))
    withExtendedLifetime(subscription) {}
  }

  @Test("J8: of two views on one slot one is active; a swap ends it and starts the other")
  func twoViews() throws {
    let sheet = try SheetFixture(.modern, .counter(count: 0))
    var told: [String] = []
    var burst = 0
    let subscriptions = [
      sheet.store.subscribe { _ in burst += 1 },
      sheet.store.observePresentation({ $0.$destination }, case: \.counter) { _, _ in
        told.append("\(burst): counter starts")
      } dismiss: { _ in
        told.append("\(burst): counter ends")
      },
      sheet.store.observePresentation({ $0.$destination }, case: \.animations) { _, _ in
        told.append("\(burst): animations starts")
      } dismiss: { _ in
        told.append("\(burst): animations ends")
      },
    ]
    #expect(told == ["0: counter starts"])
    sheet.send(.swap)
    #expect(told.dropFirst() == ["1: counter ends", "1: animations starts"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("J10: an optional's view is told when it comes and when it goes")
  func presence() throws {
    let fixture = try StoreFixture(Int?.none) {
      Reduce<Int?, Int?> { state, action in
        state = action
        return .none
      }
    }
    var told: [Bool] = []
    let subscription = fixture.store.observePresence {
      $0
    } onChange: {
      told.append($0)
    }
    #expect(told == [false])
    for value in [1, 2, nil] { fixture.send(value) }
    #expect(told == [false, true, false])
    withExtendedLifetime(subscription) {}
  }

  @Test("J11: a switch's view is told when the case changes, not when the payload does")
  func cases() throws {
    let fixture = try StoreFixture(Session.State.loggedOut(.init())) {
      Reduce<Session.State, Session.State> { state, action in
        state = action
        return .none
      }
    }
    var told: [Session.State] = []
    let subscription = fixture.store.observeCase {
      $0
    } onChange: {
      told.append($0)
    }
    fixture.send(.loggedOut(.init(count: 1)))
    #expect(told == [.loggedOut(.init())])
    fixture.send(.loggedIn(.init(count: 2)))
    #expect(told == [.loggedOut(.init()), .loggedIn(.init(count: 2))])
    fixture.send(.loggedIn(.init(count: 3)))
    #expect(told.count == 2)
    withExtendedLifetime(subscription) {}
  }

  @Test("J12: a list's view is told when the ids or their order change")
  func rows() throws {
    let fixture = try RowsFixture(rows: [1, 2])
    var told: [[Int]] = []
    let subscription = fixture.store.observeIDs(of: { $0.rows }) { told.append($0) }
    fixture.send(.row(1, .inc))
    #expect(told == [[1, 2]])
    fixture.send(.append(Rows.Row(3)))
    fixture.send(.reverse)
    fixture.send(.write(Rows.Row(2, count: 5)))
    // Taken out and put back: the ids are what they were.
    fixture.send(.readd(1))
    #expect(told == [[1, 2], [1, 2, 3], [3, 2, 1]])
    withExtendedLifetime(subscription) {}
  }

  @Test("J13: a path's view is told when its ids change", arguments: Dialect.allCases)
  func path(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 1)
    var told: [[StackElementID]] = []
    let subscription = hike.store.observeIDs(of: { $0.path }) { told.append($0) }
    hike.send(dialect.element(0, .inc))
    #expect(told == [[0]])
    hike.send(.add)
    #expect(told == [[0], [0, 1]])
    withExtendedLifetime(subscription) {}
  }
}
