#if OpenCombine
  import Kumiki
  import KumikiOpenCombine
  import OpenCombine
  import Testing

  @Suite struct PublisherTests {
    /// A store on its own loop, which returns the effect of the first action and logs all actions.
    private final class Fixture {
      let loop: Loop
      let store: LoopStore<[String], String>
      var told: [[String]] = []
      private var subscription: Kumiki.Subscription?

      init(_ effect: @escaping () -> Effect<String>) throws {
        let loop = try Loop(.virtual)
        self.loop = loop
        store = LoopStore(initialState: [], loop: loop) {
          Reduce { words, word in
            words.append(word)
            switch word {
            case "tap": return effect().cancellable(id: "source")
            case "stop": return .cancel(id: "source")
            default: return .none
            }
          }
        }
        subscription = store.subscribe { [unowned self] in told.append($0) }
      }

      deinit {
        subscription?.cancel()
        store.end()
        loop.close()
      }
    }

    @Test(
      "B41: what a publisher emits on subscription is in the burst; the rest are bursts of their own"
    )
    func bursts() throws {
      let later = PassthroughSubject<String, Never>()
      let fixture = try Fixture {
        .publisher { ["1", "2"].publisher.append(later) }
      }
      fixture.store.send("tap")
      #expect(fixture.store.state == ["tap", "1", "2"])
      #expect(fixture.told == [["tap", "1", "2"]])
      #expect(fixture.store.effectCount == 1)
      later.send("3")
      #expect(fixture.told.count == 2)
      #expect(fixture.store.state == ["tap", "1", "2", "3"])
    }

    @Test("B41: a cancel unsubscribes exactly once; the end of the source ends the effect")
    func cancel() throws {
      var cancels = 0
      let subject = PassthroughSubject<String, Never>()
      let fixture = try Fixture {
        .publisher { subject.handleEvents(receiveCancel: { cancels += 1 }) }
      }
      fixture.store.send("tap")
      fixture.store.send("stop")
      subject.send("late")
      #expect(cancels == 1)
      #expect(fixture.store.state == ["tap", "stop"])
      #expect(fixture.store.effectCount == 0)

      fixture.store.send("tap")
      #expect(fixture.store.effectCount == 1)
      subject.send(completion: .finished)
      #expect(fixture.store.effectCount == 0)
      #expect(cancels == 1)
    }

    @Test func `B41: a publisher that ends at once leaves nothing behind`() throws {
      let fixture = try Fixture { .publisher { Just("only") } }
      let task = fixture.store.send("tap")
      #expect(fixture.store.state == ["tap", "only"])
      #expect(fixture.store.effectCount == 0)
      #expect(task.isFinished)
    }

    @Test func `B41: the end of the store unsubscribes`() throws {
      var cancels = 0
      let subject = PassthroughSubject<String, Never>()
      let fixture = try Fixture {
        .publisher { subject.handleEvents(receiveCancel: { cancels += 1 }) }
      }
      fixture.store.send("tap")
      fixture.store.end()
      #expect(cancels == 1)
    }

    @Test func `H4: the publisher is made with the dependencies of its effect`() throws {
      let fixture = try Fixture {
        withDependencies {
          $0.date = .constant(42)
        } operation: {
          .publisher {
            @Dependency(\.date) var date
            return Just("\(date.now)")
          }
        }
      }
      fixture.store.send("tap")
      #expect(fixture.store.state == ["tap", "42"])
    }
  }
#endif
