internal import CLinux
internal import Glibc
internal import Synchronization

/// Clocks, events, timers and waiting, by Linux calls. The folder's other files hold threads and their stacks
/// (`Threads`, `Worker`) and locks (`Guarded`).
@usableFromInline
package enum System {
  /// The monotonic clock in nanoseconds.
  package static var monotonic: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// The clock that also counts the time while the machine is suspended, in nanoseconds.
  package static var boottime: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Nanoseconds since 1970.
  package static var realtime: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// How often this process was forked. Descriptors and locks made in an earlier generation belong to the parent.
  @usableFromInline
  package static var generation: Int { generations.load(ordering: .relaxed) }
  private static let generations = Atomic<Int>(0)

  /// Called in the child of a `fork`, where only the forking thread exists.
  package static func enterChild() { generations.wrappingAdd(1, ordering: .relaxed) }

  package static func makeEvent() throws(SystemError) -> Int32 {
    try check(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
  }

  /// - Parameter ofDate: Whether the timer follows the date instead of the monotonic clock.
  package static func makeTimer(ofDate: Bool = false) throws(SystemError) -> Int32 {
    try check(
      timerfd_create(
        ofDate ? CLOCK_REALTIME : CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)),
      "timerfd_create")
  }

  package static func makePoll(of members: [Int32]) throws(SystemError) -> Int32 {
    let poll = try check(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll_create1")
    for member in members {
      do throws(SystemError) { try add(member, to: poll) } catch {
        close(poll)
        throw error
      }
    }
    return poll
  }

  /// Makes the poll readable whenever a descriptor is readable.
  package static func add(_ member: Int32, to poll: Int32) throws(SystemError) {
    var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: member))
    _ = try check(unsafe epoll_ctl(poll, EPOLL_CTL_ADD, member, &event), "epoll_ctl")
  }

  package static func close(_ descriptor: Int32) {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
  }

  /// Makes an event descriptor readable.
  package static func signal(_ event: Int32) {
    var one: UInt64 = 1
    while unsafe write(event, &one, 8) < 0, errno == EINTR {}
  }

  /// Makes an event descriptor unreadable again.
  package static func drain(_ event: Int32) {
    var count: UInt64 = 0
    while unsafe read(event, &count, 8) < 0, errno == EINTR {}
  }

  /// Sets a timer descriptor to a time of its clock, or disarms it.
  ///
  /// - Parameter endsWhenSet: Whether it also fires when its clock was set or the machine has woken. For a timer of the
  ///   date.
  package static func arm(_ timer: Int32, at time: UInt64?, endsWhenSet: Bool = false) {
    var setting = itimerspec()
    // A zero time would disarm the timer, and the clock is past its first nanosecond anyway.
    if let time { setting.it_value = timespec(nanoseconds: max(1, time)) }
    let flags = endsWhenSet ? TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET : TFD_TIMER_ABSTIME
    unsafe timerfd_settime(timer, Int32(flags), &setting, nil)
  }

  /// Blocks until a descriptor is readable, a signal arrives, or the time has passed.
  ///
  /// - Parameter other: Another descriptor; negative for none.
  package static func wait(
    for descriptor: Int32, or other: Int32, nanoseconds: UInt64?
  ) throws(SystemError) {
    let entry = { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var entries: InlineArray<2, pollfd> = [entry(descriptor), entry(other)]
    var span = entries.mutableSpan
    let result = unsafe span.withUnsafeMutableBufferPointer { entries in
      guard let nanoseconds else { return unsafe ppoll(entries.baseAddress, 2, nil, nil) }
      var limit = timespec(nanoseconds: nanoseconds)
      return unsafe ppoll(entries.baseAddress, 2, &limit, nil)
    }
    if result < 0, errno != EINTR { throw SystemError(code: errno, call: "ppoll") }
  }

  /// Writes to standard error, bypassing any buffer.
  package static func complain(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while unsafe !rest.isEmpty {
        let count = unsafe write(STDERR_FILENO, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return }
        if count > 0 { unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
      }
    }
  }

  private static func check(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError(code: errno, call: call) }
    return result
  }
}

/// A call that the system refused.
package struct SystemError: Error {
  /// The call's `errno`.
  package let code: Int32
  package let call: String
}

extension timespec {
  fileprivate init(nanoseconds: UInt64) {
    self.init(
      tv_sec: Int(clamping: nanoseconds / 1_000_000_000),
      tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
