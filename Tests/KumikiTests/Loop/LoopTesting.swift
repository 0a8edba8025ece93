import Glibc
import Kumiki

/// The events, in order. Written on one thread, or on several one after the other.
final class Record<Entry>: @unchecked Sendable {
  var entries: [Entry] = []
  func callAsFunction(_ entry: Entry) { entries.append(entry) }
}

/// A place for one value that moves from one thread to another; null is the last.
final class Exchange<Value>: @unchecked Sendable {
  // Guarded by the two semaphores: one side owns the place while the other waits.
  private var value: Value?
  private var isEmpty = sem_t()
  private var isFull = sem_t()

  init() {
    sem_init(&isEmpty, 0, 1)
    sem_init(&isFull, 0, 0)
  }

  deinit {
    sem_destroy(&isEmpty)
    sem_destroy(&isFull)
  }

  func put(_ next: Value?) {
    sem_wait(&isEmpty)
    value = next
    sem_post(&isFull)
  }

  func take() -> Value? {
    sem_wait(&isFull)
    defer { sem_post(&isEmpty) }
    return value.take()
  }
}

/// Runs `body` on a new thread, which may outlive this call until `join` is called.
struct OtherThread {
  private let handle: pthread_t

  init(_ body: @escaping @Sendable () -> Void) {
    final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var handle = pthread_t()
    pthread_create(
      &handle, nil,
      { box in
        Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    self.handle = handle
  }

  func join() { pthread_join(handle, nil) }

  static func run(_ body: @escaping @Sendable () -> Void) { OtherThread(body).join() }
}

/// True if the descriptor is readable now, or becomes so within the time.
func isReadable(_ descriptor: Int32, withinMilliseconds time: Int32 = 0) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, time) == 1
}

/// An object whose end can be observed.
final class Witness {
  private let ended: () -> Void
  init(_ ended: @escaping () -> Void = {}) { self.ended = ended }
  deinit { ended() }
}

extension Loop {
  @discardableResult
  func dispatch() throws -> Int { try dispatch(timeoutMilliseconds: 0) }
}

extension Loop {
  /// Adds a member that acts when the loop ends, and has no work.
  @discardableResult
  func atEnd(_ end: @escaping () -> Void) -> UInt64 { add(LoopMember(end: end, cancelWork: {})) }
}
