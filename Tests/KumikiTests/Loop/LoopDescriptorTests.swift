import Glibc
import Kumiki
import Testing

@Suite struct LoopDescriptorTests {
  let loop: Loop
  let descriptor: Int32

  init() throws {
    loop = try Loop()
    descriptor = loop.fileDescriptor
  }

  @Test("The descriptor is the same for the loop's life and not readable while nothing is due")
  func quiet() throws {
    #expect(descriptor >= 0)
    #expect(loop.fileDescriptor == descriptor)
    #expect(!isReadable(descriptor))
    try loop.dispatch()
    #expect(!isReadable(descriptor))
  }

  @Test func `It is readable from the moment something is due until it has run`() throws {
    loop.nextTurn {}
    #expect(isReadable(descriptor))
    loop.post {}
    try loop.dispatch()
    #expect(!isReadable(descriptor))
  }

  @Test func `It is readable while follow-up work of a dispatch remains`() throws {
    loop.nextTurn { [loop] in loop.nextTurn {} }
    try loop.dispatch()
    #expect(isReadable(descriptor))
    try loop.dispatch()
    #expect(!isReadable(descriptor))
  }

  @Test("N3: after a refused dispatch it is not readable until the blocking callback returns")
  func muted() throws {
    loop.nextTurn {}
    loop.schedule(after: 1) {}
    loop.activity += 1
    #expect(isReadable(descriptor))
    #expect(throws: LoopError.busy) { try loop.dispatch() }
    #expect(!isReadable(descriptor, withinMilliseconds: 2))
    loop.nextTurn {}
    OtherThread.run { [loop] in loop.post {} }
    #expect(!isReadable(descriptor, withinMilliseconds: 2))
    loop.activity += 1
    loop.activity -= 1
    #expect(!isReadable(descriptor))
    loop.activity -= 1
    #expect(isReadable(descriptor))
    #expect(try loop.dispatch() == 4)
    #expect(!isReadable(descriptor))
  }

  @Test("N3: inside a dispatch likewise, until it is over or its work is called outside of it")
  func mutedInDispatch() throws {
    let record = Record<Bool>()
    loop.nextTurn { [loop, descriptor] in
      loop.nextTurn {}
      loop.postOutside { record(isReadable(descriptor)) }
      #expect(throws: LoopError.busy) { try loop.dispatch() }
      OtherThread.run { loop.post {} }
      record(isReadable(descriptor))
    }
    loop.nextTurn { [loop, descriptor] in
      loop.postOutside { record(isReadable(descriptor)) }
    }
    try loop.dispatch()
    #expect(isReadable(descriptor))
    try loop.dispatch()
    // The second must still be called while the first runs.
    #expect(record.entries == [false, true, false])
    #expect(!isReadable(descriptor))
  }

  @Test func `It shows work that was due before the descriptor was requested`() throws {
    let loop = try Loop()
    loop.nextTurn {}
    #expect(isReadable(loop.fileDescriptor))
    let other = try Loop()
    other.schedule(after: 1_000_000) {}
    #expect(isReadable(other.fileDescriptor, withinMilliseconds: 10_000))
  }

  @Test func `It becomes readable when a timer is due, and not before`() throws {
    let set = loop.now
    loop.schedule(after: 1_000_000) {}
    #expect(isReadable(descriptor, withinMilliseconds: 10_000))
    #expect(loop.now - set >= 1_000_000)
    #expect(try loop.dispatch() == 1)
    #expect(!isReadable(descriptor))
  }

  @Test("It follows the earliest timer: a later timer with an earlier time, and a cancelled timer")
  func earliest() throws {
    let far = loop.schedule(after: 3_600_000_000_000) {}
    #expect(!isReadable(descriptor))
    let near = loop.schedule(after: 1_000_000) {}
    loop.cancel(near)
    #expect(!isReadable(descriptor, withinMilliseconds: 5))
    loop.schedule(after: 1_000_000) {}
    #expect(isReadable(descriptor, withinMilliseconds: 10_000))
    try loop.dispatch()
    #expect(!isReadable(descriptor))
    loop.cancel(far)
  }

  @Test func `Cancelling the only due work makes it unreadable`() throws {
    let timer = loop.schedule(after: 0) {}
    #expect(isReadable(descriptor))
    loop.cancel(timer)
    #expect(!isReadable(descriptor))
  }

  @Test func `A post, a Swift job and a wakeup from another thread make it readable`() throws {
    let loop = loop
    OtherThread.run { loop.post {} }
    #expect(isReadable(descriptor))
    #expect(try loop.dispatch() == 1)
    #expect(!isReadable(descriptor))
    OtherThread.run { Task.detached(executorPreference: loop) {} }
    #expect(isReadable(descriptor))
    #expect(try loop.dispatch() == 1)
    #expect(!isReadable(descriptor))
    OtherThread.run { loop.wakeup() }
    #expect(isReadable(descriptor))
    #expect(try loop.dispatch() == 0)
    #expect(!isReadable(descriptor))
  }

  @Test func `A virtual loop's descriptor shows due work and no timers`() throws {
    let loop = try Loop(.virtual)
    loop.schedule(after: 1) {}
    #expect(!isReadable(loop.fileDescriptor, withinMilliseconds: 1))
    loop.post {}
    #expect(isReadable(loop.fileDescriptor))
  }

  @Test func `It does not exist on another thread, nor for a closed loop`() throws {
    let loop = loop
    OtherThread.run { #expect(loop.fileDescriptor == -1) }
    loop.close()
    #expect(loop.fileDescriptor == -1)
  }
}
