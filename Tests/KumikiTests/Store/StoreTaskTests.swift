import Kumiki
import Testing

/// The handle of a send: finishing and cancelling all of the send's effects.
@Suite struct StoreTaskTests {
  /// The results of `await task.finish()`: the times, in seconds, at which it returned.
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

  @Test func `C19: finish waits for the effects of the actions that the effects send`() throws {
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

  @Test func `C19: finish does not wait for the effects of another send`() throws {
    let store = try scripted { $0 == "other" ? .never : .after(seconds: 1, "late") }
    let other = store.send("other")
    let task = store.send("tap")
    let finished = finishing(task, in: store)
    // "late" returns an effect too, and the action of that effect another: the task tree has no
    // end.
    try store.advance(seconds: 1)
    #expect(finished.entries == [])
    task.cancel()
    try store.settle()
    #expect(finished.entries == [1])
    #expect(!other.isFinished)
  }

  @Test func `C20: a dismissal from a cancelled task tree has no effect, even no issue`() throws {
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

  @Test("C21: the handle of a send without effects is finished, and reports that it was cancelled")
  func withoutEffects() throws {
    let store = try scripted { $0 == "tap" ? .send("follow") : .none }
    for word in ["tap", "plain"] {
      let task = store.send(word)
      #expect(task.isFinished)
      #expect(task.isCancelled)
    }
  }
}

/// The task of a send, for the send's own reducer.
private final class TaskHolder {
  var task: StoreTask?
}
