import Kumiki
import Testing

/// The effect that subscribes, and asynchronous sequences beside it.
@Suite struct StreamTests {
  /// A source with subscribers, which sends them two words over time.
  private final class Source: @unchecked Sendable {
    var observers: [StreamObserver<String>] = []
    var unsubscriptions = 0

    func subscribe(_ observer: StreamObserver<String>) -> () -> Void {
      observers.append(observer)
      observer.send("1")
      observer.send("2")
      return { [self] in
        unsubscriptions += 1
        observers.removeAll()
      }
    }
  }

  private func fixture(_ source: Source) throws -> StoreFixture<[String], String> {
    try scripted { word in
      switch word {
      case "tap": .stream { source.subscribe($0) }.cancellable(id: "source")
      case "stop": .cancel(id: "source")
      default: .none
      }
    }
  }

  @Test(
    "B41: the source's actions on subscription are in the burst, later actions are their own bursts"
  )
  func bursts() throws {
    let source = Source()
    let fixture = try fixture(source)
    var told: [[String]] = []
    let subscription = fixture.store.subscribe { told.append($0) }
    fixture.send("tap")
    #expect(fixture.state == ["tap", "1", "2"])
    #expect(told.count == 1)
    source.observers[0].send("3")
    #expect(fixture.state == ["tap", "1", "2", "3"])
    #expect(told.count == 2)
    #expect(fixture.store.effectCount == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `B41: a cancel unsubscribes exactly once, and nothing more is delivered`() throws {
    let source = Source()
    let fixture = try fixture(source)
    fixture.send("tap")
    let observer = source.observers[0]
    fixture.send("stop")
    fixture.send("stop")
    observer.send("late")
    observer.finish()
    #expect(source.unsubscriptions == 1)
    #expect(source.observers.isEmpty)
    #expect(fixture.state == ["tap", "1", "2", "stop", "stop"])
    #expect(fixture.store.effectCount == 0)
  }

  @Test func `B41: it ends when the source finishes, and is then not unsubscribed`() throws {
    let source = Source()
    let fixture = try fixture(source)
    let task = fixture.send("tap")
    #expect(!task.isFinished)
    source.observers[0].finish()
    #expect(task.isFinished)
    #expect(fixture.store.effectCount == 0)
    fixture.send("stop")
    #expect(source.unsubscriptions == 0)
  }

  @Test func `B41, B42: a source that finishes on subscription leaves no entry`() throws {
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      return .stream { observer in
        observer.send("only")
        observer.finish()
        return nil
      }
    }
    #expect(fixture.send("tap").isFinished)
    #expect(fixture.state == ["tap", "only"])
    #expect(fixture.store.effectCount == 0)
  }

  @Test func `B41: the end of the store unsubscribes`() throws {
    let source = Source()
    let fixture = try fixture(source)
    fixture.send("tap")
    fixture.store.end()
    #expect(source.unsubscriptions == 1)
  }

  @Test("B41: from another thread it is delivered at the loop's next dispatch, in order")
  func otherThread() throws {
    let source = Source()
    let fixture = try fixture(source)
    fixture.send("tap")
    let observer = source.observers[0]
    OtherThread.run {
      observer.send("3")
      observer.send("4")
    }
    #expect(fixture.state == ["tap", "1", "2"])
    try fixture.settle()
    #expect(fixture.state == ["tap", "1", "2", "3", "4"])
    #expect(fixture.codes == [])
  }

  @Test func `H4: it subscribes with the dependencies in force when it was made`() throws {
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      return withDependencies {
        $0.number = 5
      } operation: {
        .stream { observer in
          observer.send("\(DependencyValues.current.number)")
          observer.finish()
          return nil
        }
      }
    }
    fixture.send("tap")
    #expect(fixture.state == ["tap", "5"])
  }

  @Test("B40: an asynchronous sequence in run is delivered in its order, until it is cancelled")
  func asyncSequence() throws {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    let ended = Record<Bool>()
    let fixture = try scripted { word in
      switch word {
      case "tap":
        .run { send in
          for await number in numbers { await send("\(number)") }
          ended(Task.isCancelled)
        }
        .cancellable(id: "numbers")
      case "stop": .cancel(id: "numbers")
      default: .none
      }
    }
    fixture.send("tap")
    for number in 1...3 { continuation.yield(number) }
    try fixture.settle()
    #expect(fixture.state == ["tap", "1", "2", "3"])
    fixture.send("stop")
    continuation.yield(4)
    try fixture.settle()
    #expect(fixture.state == ["tap", "1", "2", "3", "stop"])
    #expect(ended.entries == [true])
    #expect(fixture.store.effectCount == 0)
  }
}
