import Kumiki
import Synchronization

/// What the lanes of a program share: everything that safe code may hand from one thread to another.
final class Board: Sendable {
  let counter = Counter()
  let shared = Shared(value: 0)
  private let sent = Atomic<Int>(0)
  private let loops = LockIsolated<[Loop]>([])
  private let tasks = LockIsolated<[StoreTask]>([])
  private let senders = LockIsolated<[Send<Work.Action>]>([])
  private let stores = LockIsolated<[StoreOf<Work>]>([])

  func noteSent() { sent.add(1, ordering: .relaxed) }

  func keep(_ loop: Loop) { loops.withValue { $0.append(loop) } }
  func keep(_ task: StoreTask) { tasks.withValue { $0.append(task) } }
  func keep(_ send: Send<Work.Action>) { senders.withValue { $0.append(send) } }

  func keep(_ store: StoreOf<Work>) { stores.withValue { $0.append(store) } }

  func loop(_ draw: Int) -> Loop? { loops.withValue { $0.isEmpty ? nil : $0[draw % $0.count] } }
  func task(_ draw: Int) -> StoreTask? {
    tasks.withValue { $0.isEmpty ? nil : $0[draw % $0.count] }
  }
  func sender(_ draw: Int) -> Send<Work.Action>? {
    senders.withValue { $0.isEmpty ? nil : $0[draw % $0.count] }
  }

  func store(_ draw: Int) -> StoreOf<Work>? {
    stores.withValue { $0.isEmpty ? nil : $0[draw % $0.count] }
  }

  /// Lets go of one store, which may be its last reference, on the calling thread.
  func forgetStore(_ draw: Int) {
    let store: StoreOf<Work>? = stores.withValue {
      $0.isEmpty ? nil : $0.remove(at: draw % $0.count)
    }
    _ = store
  }

  /// Lets go of one loop, which may be its last reference, on the calling thread.
  func forgetLoop(_ draw: Int) {
    let loop: Loop? = loops.withValue { $0.isEmpty ? nil : $0.remove(at: draw % $0.count) }
    _ = loop
  }

  func forgetTask(_ draw: Int) {
    let task: StoreTask? = tasks.withValue { $0.isEmpty ? nil : $0.remove(at: draw % $0.count) }
    _ = task
  }

  func forgetSender(_ draw: Int) {
    let send: Send<Work.Action>? = senders.withValue {
      $0.isEmpty ? nil : $0.remove(at: draw % $0.count)
    }
    _ = send
  }

  /// Lets go of everything.
  func clear() {
    for task in tasks.value { task.cancel() }
    senders.setValue([])
    stores.setValue([])
    tasks.setValue([])
    loops.setValue([])
  }
}
