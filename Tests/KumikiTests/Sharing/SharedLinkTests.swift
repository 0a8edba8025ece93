import Kumiki
import Observation
import Synchronization
import Testing

@testable import KumikiCore
@testable import KumikiValues

/// Assignments to `$value`.
@Suite struct SharedLinkTests {
  @Test("K71: after an assignment to $value all copies have the new value, and parts keep theirs")
  func copies() {
    @Shared(value: SharedTests.Profile()) var profile
    let copy = $profile
    let passed = Shared(projectedValue: $profile)
    let (name, reader) = ($profile.name, SharedReader($profile))
    $profile = Shared(value: SharedTests.Profile(name: "Grace"))
    #expect(copy.wrappedValue.name == "Grace" && passed.wrappedValue.name == "Grace")
    #expect(name.wrappedValue == "Ada" && reader.wrappedValue.name == "Ada")
    copy.name.withLock { $0 = "Alan" }
    #expect(profile.name == "Alan")
    name.withLock { $0 = "Ada L." }
    #expect(profile.name == "Alan" && reader.wrappedValue.name == "Ada L.")
  }

  @Test func `K71: a reader is assigned the same way`() {
    @SharedReader(value: 1) var count
    let copy = $count
    $count = SharedReader(value: 2)
    #expect(copy.wrappedValue == 2)
  }

  @Test func `K71: observers follow to the new value, and leave the old one`() throws {
    let loop = try Loop(.virtual)
    defer { loop.close() }
    @Shared(value: 0) var count
    let old = Shared(box: $count.link.box)
    let other = Shared(value: 5)
    var told: [Int] = []
    let subscription = $count.observe(on: loop) { told.append($0) }
    $count = other
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(told == [0, 5])
    old.withLock { $0 = 1 }
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(told == [0, 5])
    other.withLock { $0 = 6 }
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(told == [0, 5, 6])
    subscription.cancel()
    $count = Shared(value: 7)
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(told == [0, 5, 6])
  }

  @Test func `K71: a task that iterates the changes follows too`() async {
    @Shared(value: 0) var count
    var changes = $count.changes().makeAsyncIterator()
    #expect(await changes.next() == 0)
    $count = Shared(value: 0)
    $count.withLock { $0 = 1 }
    #expect(await changes.next() == 1)
    $count = Shared(value: 9)
    #expect(await changes.next() == 9)
  }

  @Test func `K71: Observation notices an assignment`() {
    @Shared(value: 0) var count
    let told = Atomic(0)
    withObservationTracking {
      _ = count
    } onChange: {
      told.add(1, ordering: .relaxed)
    }
    $count = Shared(value: 0)
    #expect(told.load(ordering: .relaxed) == 1)
    withObservationTracking {
      _ = count
    } onChange: {
      told.add(1, ordering: .relaxed)
    }
    $count.withLock { $0 = 1 }
    #expect(told.load(ordering: .relaxed) == 2)
  }

  @Test func `K71: a key without users ends its subscription`() {
    let shelf = Shelf()
    @Shared(Shelf.Key(shelf: shelf)) var value = 1
    let copy = $value
    $value = Shared(value: 2)
    #expect(shelf.contents.withLock { $0.cancels } == 1)
    #expect(copy.wrappedValue == 2)
  }

  @Test func `K71: assignments, writes and observers on many threads leave one value`() async {
    let shared = Shared(value: 0)
    let values = (1...4).map { Shared(value: $0 * 1_000_000) }
    await withTaskGroup(of: Void.self) { group in
      for value in values {
        group.addTask {
          for _ in 0..<500 {
            Shared(projectedValue: shared).link.move(to: value.link.box)
            shared.withLock { $0 += 1 }
          }
        }
        group.addTask {
          for _ in 0..<500 { shared.link.follow { _ = shared.wrappedValue }() }
        }
      }
    }
    let last = values.filter { $0.link.box === shared.link.box }
    #expect(last.count == 1)
    let written = values.map(\.wrappedValue).reduce(0, +) - 10_000_000
    #expect(written == 2_000)
    let told = Atomic(0)
    let end = shared.link.follow { told.add(1, ordering: .relaxed) }
    for value in values { value.withLock { $0 += 1 } }
    #expect(told.load(ordering: .relaxed) == 1)
    end()
  }
}
