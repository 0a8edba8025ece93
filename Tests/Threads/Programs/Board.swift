import Kumiki
import Synchronization

/// Shared by the lanes of a program: everything that safe code may pass from one thread to another.
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

  /// Releases one store on the calling thread; this may be its last reference.
  func forgetStore(_ draw: Int) {
    let store: StoreOf<Work>? = stores.withValue {
      $0.isEmpty ? nil : $0.remove(at: draw % $0.count)
    }
    _ = store
  }

  /// Releases one loop on the calling thread; this may be its last reference.
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

  /// Releases everything.
  func clear() {
    for task in tasks.value { task.cancel() }
    senders.setValue([])
    stores.setValue([])
    tasks.setValue([])
    loops.setValue([])
  }
}
