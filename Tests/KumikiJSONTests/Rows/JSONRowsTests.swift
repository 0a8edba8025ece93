import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Rows in JSON")
struct JSONRowsTests {
  /// Writers at `/rows`, with these ids.
  private func fixture(_ ids: [JSON]) throws -> JSONFixture {
    try JSONFixture(
      ["rows": JSON(elements: ids.map { ["id": $0, "n": 0] })],
      JSONFixture.rows(at: "/rows", "rows"))
  }

  private func row(_ id: JSON, _ command: Command) -> Command { command.to("rows", element: id) }

  private func ids(_ fixture: JSONFixture) -> [JSON] {
    let rows = fixture["/rows"] ?? []
    return (0..<rows.count).compactMap { rows[index: $0]?[key: "id"] }
  }

  @Test(
    "F11: rows are found whatever came and went before them",
    arguments: 1...4 as ClosedRange<UInt64>)
  func moved(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let fixture = try fixture((0..<200 as Range<Int64>).map { JSON(integerLiteral: $0) })
    var fresh: Int64 = 1_000
    for _ in 0..<300 {
      let count = fixture["/rows"]!.count
      let index = Int.random(in: 0..<count, using: &random)
      let other = Int.random(in: 0..<count, using: &random)
      fresh += 1
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        try fixture.run(
          .insert("/rows/\(index)", ["id": JSON(integerLiteral: fresh), "n": 0]))
      case 1 where count > 100: try fixture.run(.remove("/rows/\(index)"))
      case 2: try fixture.run(.move("/rows/\(index)", "/rows/\(other)"))
      default: try fixture.run(.set("/rows/\(index)/id", JSON(integerLiteral: fresh)))
      }
      let now = ids(fixture)
      let place = Int.random(in: 0..<now.count, using: &random)
      try fixture.run(row(now[place], .set("/n", JSON(integerLiteral: fresh))))
      #expect(fixture["/rows/\(place)/n"]?.integer == fresh)
    }
    #expect(fixture.codes == [])
  }
}
