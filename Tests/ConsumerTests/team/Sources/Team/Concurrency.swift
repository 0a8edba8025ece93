import Glibc
import Kumiki
import Synchronization

/// Runs each construct of Swift's concurrency inside an effect, and records the constructs that
/// have finished.
struct Concurrency: Reducer {
  struct State: Codable {
    /// The constructs that have finished, and whether all their code ran on the loop's thread.
    var finished: [String] = []
    var stayed = true
  }

  enum Action: Codable {
    case run(String)
    case finished(String, stayed: Bool)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .run(let name):
      let home = Home()
      return .run { send in
        await Construct(home: home).run(name)
        home.look()
        await send(.finished(name, stayed: home.stayed))
      }
    case .finished(let name, let stayed):
      state.finished.append(name)
      state.stayed = state.stayed && stayed
      return .none
    }
  }
}

/// Remembers the thread that created it, and whether every call of look() was on that thread.
final class Home: Sendable {
  private let thread = pthread_self()
  private let here = Mutex(true)

  var stayed: Bool { here.withLock { $0 } }

  func look() {
    let same = pthread_equal(thread, pthread_self()) != 0
    here.withLock { $0 = $0 && same }
  }
}

actor Bank {
  private var balance = 0

  func deposit(_ home: Home) -> Int {
    home.look()
    balance += 1
    return balance
  }
}

struct Construct {
  let home: Home

  func run(_ name: String) async {
    switch name {
    case "async let": await asyncLet()
    case "task group": await taskGroup()
    case "AsyncStream": await stream()
    case "cancellation handler": await cancellationHandler()
    case "actor": await actorHop()
    case "Task": await plainTask()
    case "detached": await Task.detached { home.look() }.value
    case "Task.sleep": try? await Task.sleep(for: .milliseconds(5))
    case "main actor": await MainActor.run { home.look() }
    case "yield": await Task.yield()
    default: break
    }
  }

  private func asyncLet() async {
    async let first: Void = home.look()
    async let second: Void = home.look()
    _ = await (first, second)
  }

  private func taskGroup() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await Task.yield()
          home.look()
        }
      }
    }
  }

  private func stream() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    async let producing: Void = {
      for number in 0..<3 {
        continuation.yield(number)
        await Task.yield()
        home.look()
      }
      continuation.finish()
    }()
    for await _ in stream { home.look() }
    await producing
  }

  private func cancellationHandler() async {
    let task = Task {
      await withTaskCancellationHandler {
        while !Task.isCancelled { await Task.yield() }
        home.look()
      } onCancel: {
        home.look()
      }
    }
    await Task.yield()
    task.cancel()
    await task.value
  }

  private func actorHop() async {
    let bank = Bank()
    _ = await bank.deposit(home)
    home.look()
    _ = await bank.deposit(home)
  }

  private func plainTask() async {
    await Task {
      home.look()
      await Task.yield()
      home.look()
    }.value
  }
}
