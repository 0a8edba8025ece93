import Kumiki
import Testing

@testable import KumikiCore
@testable import KumikiValues

/// A test's own key, as a program may write one.
final class Shelf: Sendable {
  struct Contents: Sendable {
    var value: Int?
    var saves: [Int] = []
    var subscriber: SharedSubscriber<Int>?
    var cancels = 0
    var error: (any Error)?
  }

  struct Broken: Error, Equatable {}

  let contents = Guarded(Contents())

  struct Key: SharedKey {
    let shelf: Shelf
    var id: ObjectIdentifier { ObjectIdentifier(shelf) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      let contents = shelf.contents.withLock { $0 }
      if let error = contents.error { return continuation.resume(throwing: error) }
      continuation.resume(with: .success(contents.value))
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      shelf.contents.withLock { $0.subscriber = subscriber }
      return SharedSubscription { shelf.contents.withLock { $0.cancels += 1 } }
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      shelf.contents.withLock { $0.saves.append(value) }
      continuation.resume(
        with: shelf.contents.withLock { $0.error }.map { .failure($0) } ?? .success(()))
    }
  }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var total: Self { Self[.inMemory("total"), default: 40] }
}

extension SharedReaderKey where Self == Shelf.Key {
  fileprivate static func shelf(_ shelf: Shelf) -> Self { Shelf.Key(shelf: shelf) }
}

@Suite struct SharedKeyTests {
  @Test("K10: a key loads, saves each write, and reports outside changes without saving them")
  func key() {
    let shelf = Shelf()
    shelf.contents.withLock { $0.value = 7 }
    @Shared(.shelf(shelf)) var value = 0
    #expect(value == 7)
    $value.withLock { $0 += 1 }
    #expect(shelf.contents.withLock { $0.saves } == [8])
    shelf.contents.withLock { $0.subscriber }?.yield(20)
    #expect(value == 20)
    shelf.contents.withLock { $0.subscriber }?.yieldReturningInitialValue()
    #expect(value == 0)
    #expect(shelf.contents.withLock { $0.saves } == [8])
  }

  @Test func `K10: the last user of a key ends its subscription, and the next user loads again`() {
    let shelf = Shelf()
    do {
      @Shared(.shelf(shelf)) var first = 1
      @Shared(.shelf(shelf)) var second = 2
      #expect(second == 1)
    }
    #expect(shelf.contents.withLock { $0.cancels } == 1)
    @Shared(.shelf(shelf)) var third = 3
    #expect(third == 3)
  }

  @Test("K10: an error of a key is kept until a load or a save succeeds, and the default applies")
  func errors() async throws {
    let shelf = Shelf()
    shelf.contents.withLock { $0.error = Shelf.Broken() }
    @Shared(.shelf(shelf)) var value = 1
    #expect(value == 1)
    #expect($value.loadError as? Shelf.Broken == Shelf.Broken())
    await #expect(throws: Shelf.Broken.self) { try await $value.load() }
    await #expect(throws: Shelf.Broken.self) { try await $value.save() }
    #expect($value.saveError != nil)
    shelf.contents.withLock { ($0.error, $0.value) = (nil, 5) }
    try await $value.load()
    try await $value.save()
    #expect(value == 5)
    #expect($value.loadError == nil)
    #expect($value.saveError == nil)
    #expect(!$value.isLoading)
  }

  @Test("K10, K76: an error of a key is an issue in a program, and not in a test")
  func reports() throws {
    for isTest in [false, true] {
      let loop = try Loop(.virtual)
      defer { loop.close() }
      var codes: [String] = []
      loop.onIssue = { codes.append($0.code.rawValue) }
      let shelf = Shelf()
      shelf.contents.withLock { $0.error = Shelf.Broken() }
      // In an iteration of the loop, since an issue outside of it goes to the thread's first loop.
      loop.nextTurn {
        withDependencies {
          $0.sharedScope = SharedScope(isTest: true, reportsErrors: isTest ? nil : true)
        } operation: {
          @Shared(.shelf(shelf)) var value = 1
          let subscription = $value.observe(on: loop) { _ in }
          $value.withLock { $0 = 2 }
          shelf.contents.withLock { $0.subscriber }?.yield(throwing: Shelf.Broken())
          #expect($value.loadError != nil && $value.saveError != nil)
          subscription.cancel()
        }
      }
      try loop.runUntilIdle(timeoutMilliseconds: 0)
      let expected = ["shared-unreadable", "shared-unsaved", "shared-unreadable"]
      #expect(codes == (isTest ? [] : expected))
    }
  }

  @Test func `K10: a key that requires a value has it first, or throws`() async throws {
    let shelf = Shelf()
    await #expect(throws: SharedMissing.self) { try await Shared(require: Shelf.Key(shelf: shelf)) }
    shelf.contents.withLock { $0.value = 3 }
    let value = try await Shared(require: Shelf.Key(shelf: shelf))
    #expect(value.wrappedValue == 3)
  }

  @Test func `K10: a key may have a default, which a declaration may replace`() {
    withDependencies {
      $0.sharedScope = SharedScope(isTest: true)
    } operation: {
      @Shared(.total) var total
      #expect(total == 40)
      @SharedReader(.total) var reader
      $total.withLock { $0 += 2 }
      #expect(reader == 42)
    }
    withDependencies {
      $0.sharedScope = SharedScope(isTest: true)
    } operation: {
      @Shared(.total) var total = 1
      #expect(total == 1)
    }
  }

  @Test func `K7: two scopes share nothing`() {
    func count() -> Shared<Int> {
      withDependencies {
        $0.sharedScope = SharedScope(isTest: true)
      } operation: {
        Shared(wrappedValue: 0, .inMemory("count"))
      }
    }
    let (first, second) = (count(), count())
    first.withLock { $0 = 1 }
    #expect(second.wrappedValue == 0)
    let storage = InMemoryStorage()
    withDependencies {
      $0.defaultInMemoryStorage = storage
    } operation: {
      @Shared(.inMemory("count")) var count = 8
      #expect(count == 8)
    }
  }
}
