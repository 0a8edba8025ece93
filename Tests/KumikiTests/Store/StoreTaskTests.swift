import Kumiki
import Testing

/// The handle of a send: finishing and cancelling all that it set going.
@Suite struct StoreTaskTests {
  /// What becomes of `await task.finish()`: the moments, in seconds, at which it returned.
  private func finishing<State, Action>(
    _ task: StoreTask, in fixture: StoreFixture<State, Action>
  ) -> Record<Double> {
    let moments = Record<Double>()
    let loop = fixture.loop
    Task.detached(executorPreference: loop) {
      await task.finish()
      moments(Double(loop.now) / 1e9)
    }
    return moments
  }

  @Test("C19: finish waits for the effects of the actions that the effects send")
  func finish() throws {
    let store = try scripted { word in
      switch word {
      case "tap": .run { await $0("response") }
      case "response": .after(seconds: 1, "late")
      default: .none
      }
    }
    let task = store.send("tap")
    let finished = finishing(task, in: store)
    try store.advance(seconds: 0.9)
    #expect(store.actions == ["tap", "response"])
    #expect(finished.entries == [])
    #expect(!task.isFinished)
    try store.advance(seconds: 5)
    #expect(store.timeline.last == at(1, "late"))
    #expect(finished.entries == [1])
    #expect(task.isFinished)
    #expect(!task.isCancelled)
  }

  @Test("C19: finish does not wait for the effects of another send")
  func finishOfOneSend() throws {
    let store = try scripted { $0 == "other" ? .never : .after(seconds: 1, "late") }
    let other = store.send("other")
    let task = store.send("tap")
    let finished = finishing(task, in: store)
    // "late" returns an effect too, and what it sends another: the task tree has no end.
    try store.advance(seconds: 1)
    #expect(finished.entries == [])
    task.cancel()
    try store.settle()
    #expect(finished.entries == [1])
    #expect(!other.isFinished)
  }

  @Test("C20: a dismissal that a cancelled task tree asks for is none, and no issue")
  func cancelledDismissal() throws {
    let host = Late<TaskHolder>()
    let fixture = try StoreFixture(0) {
      Reduce<Int, String> { _, word in
        switch word {
        case "start": return .after(seconds: 1, "go")
        case "stay": return .dismiss
        default:
          host.value?.task?.cancel()
          return .dismiss
        }
      }
    }
    let holder = TaskHolder()
    host.value = holder
    holder.task = fixture.send("start")
    try fixture.advance(seconds: 1)
    #expect(fixture.actions == ["start", "go"])
    #expect(fixture.codes == [])
    fixture.send("stay")
    #expect(fixture.codes == [.dismissUnavailable])
  }

  @Test("C20: cancel cancels the whole task tree, with what the parent began for the response")
  func cancel() throws {
    let store = try scripted { word in
      switch word {
      case "tap": .run { await $0("response") }
      case "response": .after(seconds: 1, "late")
      case "other": .after(seconds: 2, "kept")
      default: .none
      }
    }
    let task = store.send("tap")
    store.send("other")
    try store.settle()
    #expect(store.store.effectCount == 2)
    task.cancel()
    #expect(task.isCancelled)
    #expect(task.isFinished)
    #expect(store.store.effectCount == 1)
    try store.advance(seconds: 5)
    #expect(store.actions == ["tap", "other", "response", "kept"])
  }

  @Test("C20: what the step returns that cancels its task is dropped, be it a send")
  func cancelInTheStep() throws {
    let tasks = Record<StoreTask>()
    let store = try scripted { word in
      switch word {
      case "tap": return .after(seconds: 1, "stop")
      case "stop":
        tasks.entries.first?.cancel()
        return .merge(.send("never"), .after(seconds: 1, "late"))
      default: return .none
      }
    }
    let task = store.send("tap")
    tasks(task)
    try store.advance(seconds: 3)
    #expect(store.actions == ["tap", "stop"])
    #expect(task.isFinished)
    #expect(store.store.effectCount == 0)
  }

  @Test("C21: cancelling changes no state, before completion or after")
  func cancelLeavesTheState() throws {
    let store = try scripted { $0 == "tap" ? .after(seconds: 1, "late") : .none }
    let first = store.send("tap")
    try store.advance(seconds: 1)
    #expect(first.isFinished)
    first.cancel()
    #expect(store.state == ["tap", "late"])

    let second = store.send("tap")
    second.cancel()
    #expect(store.state == ["tap", "late", "tap"])
    #expect(store.store.effectCount == 0)
  }

  @Test("C21: cancelling withdraws no action that is buffered, but what it would begin")
  func cancelKeepsWhatIsBuffered() throws {
    var task: StoreTask?
    let store = try scripted { word in
      switch word {
      case "tap": return .run { await $0("go") }
      case "go": return .merge(.send("a"), .send("b"), .after(seconds: 1, "late"))
      case "a": task?.cancel()
      case "b": return .after(seconds: 1, "later")
      default: break
      }
      return .none
    }
    task = store.send("tap")
    try store.advance(seconds: 5)
    #expect(store.state == ["tap", "go", "a", "b"])
    #expect(store.store.effectCount == 0)
  }

  @Test("C21: the handle of a send without effects is finished, and says it was cancelled")
  func withoutEffects() throws {
    let store = try scripted { $0 == "tap" ? .send("follow") : .none }
    for word in ["tap", "plain"] {
      let task = store.send(word)
      #expect(task.isFinished)
      #expect(task.isCancelled)
    }
  }

  @Test("C22: the handle of the send that presents does not wait for the dismissal")
  func presentation() throws {
    for dialect in Dialect.allCases {
      let sheet = try SheetFixture(dialect)
      let task = sheet.send(.assign(.counter(count: 0)))
      let finished = finishing(task, in: sheet)
      try sheet.settle()
      #expect(finished.entries == [0], "\(dialect)")
      #expect(task.isFinished, "\(dialect)")

      task.cancel()
      #expect(sheet.destination == .counter(count: 0), "\(dialect)")
      sheet.counter(.close)
      try sheet.settle()
      #expect(sheet.actions.last == .dismiss, "\(dialect)")
      #expect(sheet.destination == nil, "\(dialect)")
      #expect(sheet.codes == [], "\(dialect)")
    }
  }
}

/// The task of a send, for the reducer that it leads to.
private final class TaskHolder {
  var task: StoreTask?
}
