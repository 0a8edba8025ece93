import Kumiki
import KumikiTesting
import Testing

@Suite struct DefaultValueTests {
  @Dependency(Ticket.self) var ticket

  @Test("H15: a test's default is made once for it, and none of another test's", arguments: 0..<5)
  func perTest(_: Int) async {
    #expect(ticket.next() == 1)
    #expect(ticket.next() == 2)
    let rest = await Task { ticket.next() }.value
    #expect(rest == 3)
  }

  @Test func `H15: so it is in the store of a test, whose defaults are the test's`() throws {
    let loop = try Loop(.virtual)
    defer { loop.close() }
    let first = LoopStore(initialState: 0, loop: loop) {
      counting
    } withDependencies: {
      $0.tide.level = 1
    }
    let second = LoopStore(initialState: 0, loop: loop) { counting }
    first.send(())
    second.send(())
    #expect([first.state, second.state, ticket.next()] == [1, 2, 3])
  }

  private var counting: Reduce<Int, Void> {
    Reduce { state, _ in
      @Dependency(Ticket.self) var ticket
      state = ticket.next()
      return .none
    }
  }

  @Test func `H15: new values make their defaults again`() {
    #expect(ticket.next() == 1)
    let again = withDependencies {
      $0 = DependencyValues()
    } operation: {
      [ticket.next(), ticket.next()]
    }
    #expect(again == [1, 2])
    #expect(ticket.next() == 2)
  }

  @Test("H15: each call of a test with a trait has its own", .dependencies, arguments: [1, 1])
  func ofTrait(_: Int) { #expect(ticket.next() == 1) }

  private struct Slow: TestDependencyKey {
    static let made = LockIsolated(0)
    static var testValue: Slow {
      made.withValue { $0 += 1 }
      @Dependency(Ticket.self) var ticket
      _ = ticket
      return Slow()
    }
  }

  @Test func `H15: many threads that ask at once get the one that was made`() async {
    for _ in 0..<20 {
      Slow.made.setValue(0)
      await withDependencies {
        $0 = .test
      } operation: {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<20 {
            group.addTask {
              @Dependency(Slow.self) var slow
              _ = slow
            }
          }
        }
      }
      #expect(Slow.made.value == 1)
    }
  }

  private struct Maybe: DependencyKey {
    static var liveValue: String? { "live" }
    static var testValue: String? { nil }
  }

  @Test func `H15: a default may be nil, and nil may be set`() {
    @Dependency(Maybe.self) var maybe
    #expect(maybe == nil)
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(maybe == "live")
      withDependencies {
        $0[Maybe.self] = nil
      } operation: {
        #expect(maybe == nil)
      }
    }
  }

  private struct Loud: TestDependencyKey {
    static let reports = LockIsolated(0)
    static var testValue: Loud {
      if shouldReportUnimplemented { reports.withValue { $0 += 1 } }
      return Loud()
    }
  }

  @Test func `H15: a test value learns whether it is only changed`() {
    withDependencies {
      _ = $0[Loud.self]
    } operation: {
      #expect(Loud.reports.value == 0)
    }
    @Dependency(Loud.self) var loud
    _ = loud
    #expect(Loud.reports.value == 1)
  }
}
