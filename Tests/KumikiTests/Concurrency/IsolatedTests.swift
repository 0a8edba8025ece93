import Kumiki
import Testing

@Suite struct IsolatedTests {
  private struct Point: Hashable { var x = 1, y = 2 }

  @Test func `X1: many tasks write a locked value, and no write is lost`() async {
    let count = LockIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { count.withValue { $0 += 1 } } }
      }
    }
    #expect(count.value == 8_000)
    count.setValue(5)
    #expect(count.withValue { $0 } == 5)
  }

  @Test func `X1: its parts are read by their names, and two are compared by value`() {
    let point = LockIsolated(Point())
    #expect(point.x == 1 && point.y == 2)
    #expect(point == LockIsolated(Point()) && point == point)
    point.withValue { $0.x = 3 }
    #expect(point != LockIsolated(Point()))
    #expect(Set([point, LockIsolated(Point(x: 3))]).count == 1)
  }

  @Test func `X1: an error in the lock leaves it free`() {
    struct Broken: Error {}
    let count = LockIsolated(1)
    #expect(throws: Broken.self) { try count.withValue { _ in throw Broken() } }
    #expect(count.value == 1)
  }

  @Test func `X1: many tasks write an actor's value, and no write is lost`() async {
    let count = ActorIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { await count.withValue { $0 += 1 } } }
    }
    #expect(await count.value == 100)
    await count.setValue(7)
    #expect(await count.value == 7)
  }

  @Test func `X15: a value paired with an id has the value's members`() {
    var row = Identified(Point(), id: 7)
    row.x = 9
    #expect(row.id == 7 && row.value == Point(x: 9) && row.y == 2)
    #expect(Identified(Point(x: 4), id: \.x).id == 4)
    var rows: IdentifiedArrayOf<Identified<Int, Point>> = [row]
    rows[id: 7]?.y = 1
    #expect(rows[0].y == 1 && rows[0] != row)
  }

  @Test func `X15: a value that is assumed to be sendable is read and written directly`() {
    var point = UncheckedSendable(Point())
    point.x = 5
    #expect(point.value.x == 5 && point.y == 2)
    #expect(point == UncheckedSendable(Point(x: 5)))
  }
}
