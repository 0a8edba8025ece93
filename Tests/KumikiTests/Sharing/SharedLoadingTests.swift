import Kumiki
import Observation
import Synchronization
import Testing

@testable import KumikiCore
@testable import KumikiValues

/// The times of a key's loads, and the loading state of a value.
@Suite struct SharedLoadingTests {
  /// A key whose loads end when a test chooses.
  final class Slow: Sendable {
    let loads = Guarded<[(context: LoadContext<Int>, continuation: LoadContinuation<Int>)]>([])
    let subscribers = Guarded<[SharedSubscriber<Int>]>([])

    struct Key: SharedKey {
      let slow: Slow
      var id: ObjectIdentifier { ObjectIdentifier(slow) }

      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        slow.loads.withLock { $0.append((context, continuation)) }
      }

      func subscribe(
        context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
      ) -> SharedSubscription {
        slow.subscribers.withLock { $0.append(subscriber) }
        return SharedSubscription {}
      }

      func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
        continuation.resume()
      }
    }

    var count: Int { loads.withLock { $0.count } }

    func end(_ result: Result<Int?, any Error> = .success(nil)) {
      loads.withLock { $0.removeFirst() }.continuation.resume(with: result)
    }

    /// Starts a load, and returns when the key has received it.
    func starting(
      _ load: @escaping @Sendable () async throws -> Void
    ) async -> Task<Void, any Error> {
      let before = count
      let task = Task { try await load() }
      while count == before { await Task.yield() }
      return task
    }
  }

  @Test("K73: a load that finds nothing keeps the value, and the first such load gives the default")
  func nothing() async throws {
    let slow = Slow()
    @Shared(Slow.Key(slow: slow)) var value = 1
    slow.end()
    #expect(value == 1)
    $value.withLock { $0 = 2 }
    let load = await slow.starting { [$value] in try await $value.load() }
    slow.end()
    try await load.value
    #expect(value == 2)
  }

  @Test("K73: another key is loaded once, and the value stays until then")
  func another() async throws {
    let slow = Slow()
    @Shared(value: 1) var value
    let copy = $value
    let load = await slow.starting { [$value] in try await $value.load(Slow.Key(slow: slow)) }
    #expect(slow.loads.withLock { $0.map(\.context) } == [.userInitiated])
    #expect(copy.wrappedValue == 1 && $value.isLoading)
    slow.end(.success(8))
    try await load.value
    #expect(copy.wrappedValue == 8 && !$value.isLoading)
    #expect(slow.count == 0)
  }

  @Test func `K73: a required value is loaded once`() async throws {
    let slow = Slow()
    let value = Guarded<SharedReader<Int>?>(nil)
    let load = await slow.starting {
      let found = try await SharedReader(require: Slow.Key(slow: slow))
      value.withLock { $0 = found }
    }
    slow.end(.success(4))
    try await load.value
    #expect(value.withLock { $0 }?.wrappedValue == 4 && slow.count == 0)
  }

  @Test("K73: it is loading until the last load has ended, or the key reports otherwise")
  func isLoading() async throws {
    let slow = Slow()
    @SharedReader(Slow.Key(slow: slow)) var value = 1
    #expect($value.isLoading)
    slow.end(.success(2))
    #expect(!$value.isLoading)
    let first = await slow.starting { [$value] in try await $value.load() }
    let second = await slow.starting { [$value] in try await $value.load() }
    slow.end()
    try await first.value
    #expect($value.isLoading)
    slow.end()
    try await second.value
    #expect(!$value.isLoading)
    let subscriber = try #require(slow.subscribers.withLock { $0.first })
    subscriber.yieldLoading()
    subscriber.yieldLoading()
    #expect($value.isLoading)
    subscriber.yield(3)
    #expect(!$value.isLoading && value == 3)
    subscriber.yieldLoading()
    subscriber.yieldLoading(false)
    #expect(!$value.isLoading)
  }

  @Test func `K73: an error of loading stays until a load or a save succeeds`() async throws {
    let slow = Slow()
    @Shared(Slow.Key(slow: slow)) var value = 1
    slow.end(.failure(Shelf.Broken()))
    #expect($value.loadError is Shelf.Broken)
    let load = await slow.starting { [$value] in try await $value.load() }
    #expect($value.loadError is Shelf.Broken)
    slow.end(.success(2))
    try await load.value
    #expect($value.loadError == nil)
    slow.subscribers.withLock { $0.first }?.yield(throwing: Shelf.Broken())
    #expect($value.loadError is Shelf.Broken && value == 2)
    $value.withLock { $0 = 3 }
    #expect($value.loadError == nil)
  }

  @Test("K10: a failed save keeps the error of loading, and a success clears both")
  func bothErrors() {
    let shelf = Shelf()
    @Shared(Shelf.Key(shelf: shelf)) var value = 1
    shelf.contents.withLock { $0.error = Shelf.Broken() }
    shelf.contents.withLock { $0.subscriber }?.yield(throwing: Shelf.Broken())
    $value.withLock { $0 = 2 }
    #expect($value.loadError != nil && $value.saveError != nil)
    shelf.contents.withLock { $0.error = nil }
    $value.withLock { $0 = 3 }
    #expect($value.loadError == nil && $value.saveError == nil)
  }

  @Test func `K74: Observation notices the start, end and failure of a load`() async throws {
    let slow = Slow()
    @Shared(Slow.Key(slow: slow)) var value = 1
    slow.end()
    let told = Atomic(0)
    func observed(_ read: () -> Void, _ body: () async throws -> Void) async rethrows -> Bool {
      let before = told.load(ordering: .relaxed)
      withObservationTracking(read) { told.add(1, ordering: .relaxed) }
      try await body()
      return told.load(ordering: .relaxed) > before
    }
    var load: Task<Void, any Error>?
    #expect(
      await observed({ _ = $value.isLoading }) {
        load = await slow.starting { [$value] in try await $value.load() }
      })
    #expect(
      await observed({ _ = $value.loadError }) {
        slow.end(.failure(Shelf.Broken()))
        try? await load?.value
      })
    let write = { $value.withLock { $0 += 1 } }
    #expect(await observed({ _ = $value.loadError }, write))
    #expect(await !observed({ _ = $value.isLoading }, write))
  }

  @Test("K75: keys of two types with one id have two values")
  func equalIDs() {
    struct Key<Tag>: SharedKey {
      var id: Int { 1 }
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        continuation.resumeReturningInitialValue()
      }
      func subscribe(
        context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
      ) -> SharedSubscription {
        SharedSubscription {}
      }
      func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
        continuation.resume()
      }
    }
    @Shared(Key<Int>()) var number = 1
    @Shared(Key<String>()) var text = 2
    @Shared(Key<Int>.Default[Key<Int>(), default: 3]) var same
    $number.withLock { $0 += 10 }
    #expect(number == 11 && text == 2 && same == 11)
  }

  @Test func `K75: a default is made without any lock: it may wait for another thread that shares`()
  {
    let made = withDependencies {
      $0.sharedScope = SharedScope(isTest: true)
    } operation: {
      func slowDefault() -> Int {
        let scope = DependencyValues.current.sharedScope
        let other = OtherThread {
          withDependencies {
            $0.sharedScope = scope
          } operation: {
            Shared(wrappedValue: 0, .inMemory("K75 other")).withLock { $0 = 5 }
          }
        }
        other.join()
        return Shared(wrappedValue: 0, .inMemory("K75 other")).wrappedValue + 1
      }
      return Shared(wrappedValue: slowDefault(), .inMemory("K75")).wrappedValue
    }
    #expect(made == 6)
  }
}
