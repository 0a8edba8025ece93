import Kumiki
import Testing

/// The notifications of views of a presentation's cases, an optional and a switch.
@MainActor @Suite struct StoreViewTests {
  @Test("J8: of two views on one slot one is active; a swap ends it and starts the other")
  func twoViews() throws {
    let sheet = try SheetFixture(.modern, .counter(count: 0))
    var told: [String] = []
    var burst = 0
    let subscriptions = [
      sheet.views.subscribe { _ in burst += 1 },
      sheet.views.observePresentation({ $0.$destination }, case: \.counter) { _, _ in
        told.append("\(burst): counter starts")
      } dismiss: { _ in
        told.append("\(burst): counter ends")
      },
      sheet.views.observePresentation({ $0.$destination }, case: \.animations) { _, _ in
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

  @Test func `J10: an optional's view is notified of appearance and removal`() throws {
    let fixture = try StoreFixture(Int?.none) {
      Reduce<Int?, Int?> { state, action in
        state = action
        return .none
      }
    }
    var told: [Bool] = []
    let subscription = fixture.views.observePresence {
      $0
    } onChange: {
      told.append($0)
    }
    #expect(told == [false])
    for value in [1, 2, nil] { fixture.send(value) }
    #expect(told == [false, true, false])
    withExtendedLifetime(subscription) {}
  }

  @Test("J11: a switch's view is notified when the case changes, not when the payload does")
  func cases() throws {
    let fixture = try StoreFixture(Session.State.loggedOut(.init())) {
      Reduce<Session.State, Session.State> { state, action in
        state = action
        return .none
      }
    }
    var told: [Session.State] = []
    let subscription = fixture.views.observeCase {
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
}
