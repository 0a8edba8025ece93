import Foundation
import Kumiki
import Testing

@Suite struct UncheckedSendableTests {
  struct Point: Codable, Equatable { var x = 1, y = 2 }

  @Test func `a value that only one thread uses is transferred to it, as a property too`() async {
    @UncheckedSendable var point = Point()
    point.x = 3
    $point.y = 4
    let carried = $point
    #expect(await Task { carried.x + carried.y }.value == 7)
    $point = UncheckedSendable(Point())
    #expect(point == Point())
  }

  @Test func `it is written like the value`() throws {
    let data = try JSONEncoder().encode(UncheckedSendable(Point()))
    #expect(try JSONDecoder().decode(Point.self, from: data) == Point())
    #expect(try JSONDecoder().decode(UncheckedSendable<Point>.self, from: data).value == Point())
  }
}
