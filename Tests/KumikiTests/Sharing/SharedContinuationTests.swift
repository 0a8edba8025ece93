import Kumiki
import Testing

@testable import KumikiCore
@testable import KumikiValues

/// Keys that break their contract, and keys that are used without a shared value.
@Suite struct SharedContinuationTests {
  /// A key that treats its continuations as a test chooses.
  struct Careless: SharedKey {
    enum Conduct { case drops, resumesTwice }

    let id: Int
    let conduct: Conduct

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      if conduct == .drops { return }
      continuation.resume(returning: 1)
      continuation.resume(returning: 2)
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      SharedSubscription {}
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      if conduct == .drops { return }
      continuation.resume()
      continuation.resume()
    }
  }

  /// Runs `body`, and returns the messages of its issues.
  private func issues(_ body: () async throws -> Void) async rethrows -> [String] {
    let messages = Guarded<[String]>([])
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      messages.withLock { $0.append("\(issue)") }
      return true
    }
    return messages.withLock { $0 }
  }

  @Test("K72: a dropped continuation of a load is an issue, and its waiter continues")
  func loads() async throws {
    let found = try await issues {
      @Shared(Careless(id: 1, conduct: .drops)) var value = 5
      #expect(!$value.isLoading)
      try await $value.load()
      #expect(value == 5 && !$value.isLoading && $value.loadError == nil)
    }
    #expect(found.count == 2)
    for message in found {
      #expect(message.contains("shared-continuation: the continuation to load Careless(id: 1"))
    }
  }

  @Test("K72: a dropped continuation of a save is an issue, and its waiter continues")
  func saves() async throws {
    let found = try await issues {
      @Shared(Careless(id: 2, conduct: .drops)) var value = 5
      $value.withLock { $0 = 6 }
      try await $value.save()
      #expect(value == 6 && $value.saveError == nil)
    }
    #expect(found.filter { $0.contains("the continuation to save Careless(id: 2") }.count == 2)
  }

  @Test("K72: a required value whose continuation is dropped is missing")
  func requires() async {
    let found = await issues {
      await #expect(throws: SharedMissing.self) {
        try await Shared(require: Careless(id: 3, conduct: .drops))
      }
    }
    #expect(found.count == 1)
  }

  @Test("K72: a second result is an issue, and the first result counts")
  func twice() async throws {
    let found = try await issues {
      @Shared(Careless(id: 4, conduct: .resumesTwice)) var value = 5
      #expect(value == 1)
      try await $value.load()
      $value.withLock { $0 = 3 }
      try await $value.save()
      #expect(value == 3)
    }
    #expect(found.count == 4)
    #expect(found.allSatisfy { $0.contains("was resumed twice") })
  }

  @Test("K72: a key can be used alone, and the last copy of a subscription ends it")
  func alone() {
    let shelf = Shelf()
    let key = Shelf.Key(shelf: shelf)
    let loaded = Guarded<[Int?]>([])
    var subscription: SharedSubscription? = key.subscribe(
      context: .userInitiated,
      subscriber: SharedSubscriber { result in loaded.withLock { $0.append(try? result.get()) } })
    shelf.contents.withLock { $0.subscriber }?.yield(7)
    shelf.contents.withLock { $0.subscriber }?.yieldLoading()
    let copy = subscription
    subscription = nil
    #expect(shelf.contents.withLock { $0.cancels } == 0)
    copy?.cancel()
    #expect(shelf.contents.withLock { $0.cancels } == 1)
    do { _ = key.subscribe(context: .userInitiated, subscriber: SharedSubscriber { _ in }) }
    #expect(shelf.contents.withLock { $0.cancels } == 2)
    key.load(
      context: .userInitiated,
      continuation: LoadContinuation { result in loaded.withLock { $0.append(try? result.get()) } })
    key.save(
      3, context: .userInitiated,
      continuation: SaveContinuation("a shelf") { _ in loaded.withLock { $0.append(-1) } })
    #expect(loaded.withLock { $0 } == [7, nil, -1])
    #expect(shelf.contents.withLock { $0.saves } == [3])
  }
}
