import Glibc
import Kumiki
import Testing

@Suite struct LoopThreadTests {
  let loop: Loop

  init() throws { loop = try Loop() }

  @Test("C10: 8 threads post 10 000 times each; every post runs, in its thread's order")
  func posts() throws {
    let loop = loop
    let record = Record<(thread: Int, number: Int)>()
    let threads = (0..<8).map { thread in
      OtherThread {
        for number in 0..<10_000 { loop.post { record((thread, number)) } }
      }
    }
    while record.entries.count < 80_000 {
      #expect(try loop.dispatch(timeoutMilliseconds: -1) > 0)
    }
    for thread in threads { thread.join() }
    #expect(try loop.dispatch() == 0)
    for thread in 0..<8 {
      let numbers = record.entries.lazy.filter { $0.thread == thread }.map(\.number)
      #expect(Array(numbers) == Array(0..<10_000))
    }
  }

  @Test("C10: an earlier post of another thread runs before a later one of the owner")
  func acceptance() throws {
    let loop = loop
    let record = Record<String>()
    loop.nextTurn { record("own") }
    OtherThread.run { loop.post { record("other's") } }
    loop.nextTurn { record("own again") }
    try loop.dispatch()
    #expect(record.entries == ["own", "other's", "own again"])
  }

  @Test func `C11: running the loop from another thread is refused and changes nothing`() throws {
    let loop = loop
    loop.post {}
    OtherThread.run {
      #expect(!loop.isCurrentThread)
      #expect(throws: LoopError.wrongThread) { try loop.dispatch() }
      #expect(throws: LoopError.wrongThread) { try loop.runUntilIdle(timeoutMilliseconds: 0) }
      #expect(throws: LoopError.wrongThread) { try loop.run(timeoutMilliseconds: 0) { true } }
      loop.close()
      #expect(!loop.isClosed)
    }
    #expect(try loop.dispatch() == 1)
  }

  @Test func `C11: advancing from another thread is refused`() throws {
    let loop = try Loop(.virtual)
    OtherThread.run {
      #expect(throws: LoopError.wrongThread) { try loop.advance(by: 1) }
    }
    #expect(loop.now == 0)
  }

  @Test func `A wakeup ends a blocking dispatch, and is remembered if it comes first`() throws {
    let loop = loop
    loop.wakeup()
    #expect(try loop.dispatch(timeoutMilliseconds: -1) == 0)
    let other = OtherThread { loop.wakeup() }
    #expect(try loop.dispatch(timeoutMilliseconds: -1) == 0)
    other.join()
    // An answered wakeup is forgotten: this dispatch waits for its time.
    let before = loop.now
    #expect(try loop.dispatch(timeoutMilliseconds: 1) == 0)
    #expect(loop.now - before >= 1_000_000)
  }

  @Test func `A dispatch that had work to run consumes a wakeup too`() throws {
    loop.wakeup()
    loop.post {}
    #expect(try loop.dispatch(timeoutMilliseconds: -1) == 1)
    #expect(try loop.dispatch(timeoutMilliseconds: 1) == 0)
  }

  @Test func `A signal does not end a blocking dispatch`() throws {
    signal(SIGUSR2) { _ in }
    let loop = loop
    let owner = Owner(thread: pthread_self())
    let other = OtherThread {
      for _ in 0..<100 { pthread_kill(owner.thread, SIGUSR2) }
      loop.post {}
    }
    #expect(try loop.dispatch(timeoutMilliseconds: -1) == 1)
    other.join()
  }

  private struct Owner: @unchecked Sendable { let thread: pthread_t }

  @Test func `A thread has its own identifier, and no identifier is used twice`() {
    let record = Record<UInt64>()
    record(ThreadFrame.current.pointee.threadID)
    #expect(ThreadFrame.current.pointee.threadID == record.entries[0])
    for _ in 0..<20 { OtherThread.run { record(ThreadFrame.current.pointee.threadID) } }
    #expect(Set(record.entries).count == 21)
    #expect(!record.entries.contains(0))
  }

  @Test func `The room on a thread's stack is known, and shrinks as it is used`() {
    OtherThread.run {
      #expect(ThreadFrame.hasStack(for: 16 * 1024))
      #expect(!ThreadFrame.hasStack(for: 1 << 40))
      #expect(depth(0) > 50)
    }
    // Recurses in large frames until the engine reports the limit; a wrong result crashes.
    @Sendable func depth(_ level: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 16) { bytes in
        bytes.initializeMemory(as: UInt8.self, repeating: 1)
        guard ThreadFrame.hasStack(for: 64 * 1024) else { return level }
        return depth(level + 1) + Int(bytes[0]) - 1
      }
    }
  }

  @Test("A thread's current loop is the one being dispatched, else its first, else a new one")
  func current() throws {
    OtherThread.run {
      let own = Loop.current
      #expect(own === Loop.current)
      own.close()
      do {
        let first = try Loop(.virtual)
        let second = try Loop(.virtual)
        #expect(Loop.current === first)
        second.post { #expect(Loop.current === second) }
        try second.dispatch()
        first.close()
        #expect(Loop.current === second)
      } catch {
        Testing.Issue.record(error)
      }
      #expect(Loop.current.kind == .live)
    }
  }
}

@Suite struct LoopForkTests {
  @Test("After a fork a used loop is closed in the child and a fresh one works, threads and all")
  func fork() async {
    await #expect(processExitsWith: .success) {
      let loop = try Loop()
      loop.post {}
      _ = loop.fileDescriptor
      let parent = ThreadFrame.current.pointee.threadID
      typealias Fork = @convention(c) () -> pid_t
      let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
      let child = fork()
      if child == 0 {
        // exit(0) confirms every expectation.
        guard loop.isClosed, !loop.isCurrentThread, !loop.post({}), loop.fileDescriptor == -1,
          ThreadFrame.current.pointee.threadID != parent
        else { exit(1) }
        do {
          try loop.dispatch()
          exit(2)
        } catch LoopError.closed {
        } catch { exit(3) }
        loop.close()
        do {
          let fresh = try Loop()
          let record = Record<Int>()
          let threads = (0..<3).map { _ in
            OtherThread { for _ in 0..<10_000 { fresh.post { record(1) } } }
          }
          while record.entries.count < 30_000 { try fresh.dispatch(timeoutMilliseconds: -1) }
          for thread in threads { thread.join() }
          fresh.close()
        } catch { exit(4) }
        exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      #expect(status == 0)
      #expect(try loop.dispatch() == 1)
    }
  }
}
