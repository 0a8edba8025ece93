import CustomDump
import Kumiki
import KumikiTesting
import Testing

/// Writes to shared values that a test records itself.
@Suite @MainActor struct SharedChangeTrackerTests {
  @Test("K77: in an assertion a written value reads as before, until the test says what it is")
  func basics() {
    @Shared(value: 0) var count
    let changes = SharedChangeTracker()
    changes.track { $count.withLock { $0 += 1 } }
    #expect(changes.hasChanges && count == 1 && $count == $count)
    changes.assert {
      #expect(count == 0)
      #expect($count != $count)
      #expect(diff($count, $count) == "- 0\n+ 1")
      $count.withLock { $0 = 1 }
      #expect($count == $count)
    }
    #expect(count == 1 && !changes.hasChanges)
  }

  @Test("K77: equal parts are one value, and other values are compared as they read")
  func parts() {
    struct Pair: Equatable { var left = 0, right = 0 }
    @Shared(value: Pair()) var pair
    @Shared(value: 0) var other
    let changes = SharedChangeTracker()
    changes.track { $pair.left.withLock { $0 = 1 } }
    changes.assert {
      #expect($pair.left != $pair.left && $pair.right == $pair.right)
      #expect($pair.left == $pair.right && $pair.left == $other)
      $pair.left.withLock { $0 = 1 }
      #expect($pair == $pair && $pair.left != $other)
    }
  }

  @Test func `K77: a written value that no assertion compares is a failure, once for each`() async {
    @Shared(.inMemory("K77")) var name = "Ada"
    let log = await messages {
      for isReporting in [true, false] {
        let changes = SharedChangeTracker(reportUnassertedChanges: isReporting)
        changes.track {
          $name.withLock { $0 += "!" }
          $name.withLock { $0 += "?" }
        }
      }
      let reset = SharedChangeTracker()
      reset.track { $name.withLock { $0 = "" } }
      reset.reset()
    }
    #expect(log.count == 1)
    #expect(log.first?.contains(#".inMemory("K77")"#) == true)
    #expect(log.first?.contains(#"was "Ada", and is "Ada!?""#) == true)
  }

  @Test func `K77: a tracker beside a test store's records the same writes`() async {
    @Shared(.inMemory("count")) var count = 0
    let changes = SharedChangeTracker(reportUnassertedChanges: false)
    let log = await messages {
      let store = TestStore(initialState: SharedTestStoreTests.Counter.State()) {
        SharedTestStoreTests.Counter()
      } withDependencies: {
        changes.track(&$0)
      }
      await store.send(.add) { $0.$count.withLock { $0 = 1 } }
    }
    #expect(log.isEmpty)
    #expect(changes == changes && changes.hasChanges)
  }

  @Test func `K77: a dump shows which shared values are one`() {
    @Shared(value: 0) var count
    @Shared(value: 0) var other
    let lines = String(customDumping: [$count, $other, $count]).split(separator: "\n")
    #expect(lines[1].hasSuffix(" 0,") && lines[2].hasSuffix(" 0,"))
    #expect(lines[3].hasSuffix(" Int(↩︎)"))
  }
}
