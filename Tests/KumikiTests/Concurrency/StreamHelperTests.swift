import Kumiki
import Testing

@Suite struct StreamHelperTests {
  private struct Broken: Error, Equatable {}

  @Test func `X2: a stream that never yields ends with its task`() async {
    let task = Task {
      var count = 0
      for await _ in AsyncStream<Int>.never { count += 1 }
      do { for try await _ in AsyncThrowingStream<Int, any Error>.never { count += 1 } } catch {}
      return count
    }
    await Task.yield()
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func `X2: a finished stream yields nothing, and a failed stream its error`() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("nothing is in it") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() {
      Issue.record("nothing is in it")
    }
    await #expect(throws: Broken()) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Broken()) {}
    }
  }

  @Test("X3: a sequence becomes a stream with its elements, its end and its error")
  func erased() async throws {
    let (numbers, writer) = AsyncThrowingStream<Int, any Error>.streamWithContinuation()
    for number in 1...3 { writer.yield(number) }
    writer.finish(throwing: Broken())
    let doubled = numbers.map { $0 * 2 }
    var found: [Int] = []
    await #expect(throws: Broken()) {
      for try await number in doubled.eraseToThrowingStream() { found.append(number) }
    }
    #expect(found == [2, 4, 6])

    let (others, end) = AsyncStream<Int>.streamWithContinuation()
    end.yield(1)
    end.yield(2)
    end.finish()
    var seen: [String] = []
    for await text in others.map({ "\($0)" }).eraseToStream() { seen.append(text) }
    #expect(seen == ["1", "2"])
  }

  @Test func `X3: a stream that cannot fail ends if the sequence fails`() async {
    let failing = AsyncThrowingStream<Int, any Error> {
      $0.yield(1)
      $0.finish(throwing: Broken())
    }
    var found: [Int] = []
    for await number in AsyncStream(failing) { found.append(number) }
    #expect(found == [1])
  }

  @Test func `X4: a task that never ends throws when it is cancelled`() async {
    let task = Task { try await Task.never() }
    let typed = Task { () -> Int in try await Task.never() }
    await Task.yield()
    task.cancel()
    typed.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: CancellationError.self) { try await typed.value }
  }

  @Test func `X4: cancelling a wait for a value cancels the work that makes the value`() async {
    let inner = Task { () -> Bool in
      try? await Task.never()
      return Task.isCancelled
    }
    let outer = Task { await inner.cancellableValue }
    await Task.yield()
    outer.cancel()
    #expect(await outer.value)
  }

  @Test func `X4: other tasks continue while one yields many times`() async {
    let count = LockIsolated(0)
    let task = Task {
      for _ in 0..<5 {
        await Task.yield()
        count.withValue { $0 += 1 }
      }
    }
    while count.value < 5 { await Task.megaYield() }
    await task.value
  }

  @Test func `X5: the value or error of asynchronous work is a result`() async throws {
    let made = await Result {
      await Task.yield()
      return 1
    }
    #expect(try made.get() == 1)
    let failed = await Result<Int, any Error> {
      await Task.yield()
      throw Broken()
    }
    #expect(throws: Broken()) { try failed.get() }
  }

  @Test("X5: a task's result compares its value, or its error by the error's own type")
  func taskResults() async {
    let good = await TaskResult { 1 }
    let bad = await TaskResult<Int> { throw Broken() }
    #expect(good == .success(1) && good != .success(2) && good != bad)
    #expect(bad == .failure(Broken()) && bad != .failure(CancellationError()))
    #expect(throws: Broken()) { try bad.value }
    #expect(good.map { "\($0)" } == .success("1"))
    #expect(good.flatMap { _ in TaskResult<Int>.failure(Broken()) } == .failure(Broken()))
    #expect(TaskResult(Result<Int, any Error>(good)) == good)
    #expect(TaskResult<Int>.allCasePaths.failure.extract(from: bad) is Broken)
    #expect(TaskResult<Int>.allCasePaths.success.extract(from: good) == 1)
  }
}
