import Kumiki
import Testing

@Suite struct KnownNamesTests {
  @Test(
    "M40: a name is near if only a few typing errors lie between",
    arguments: [
      ("dismis", "dismiss"), ("Dismiss", "dismiss"), ("dimsiss", "dismiss"),
      ("incrment", "increment"),
      ("ok", nil), ("OK", nil), ("close", nil), ("", nil), ("dismiss", nil),
    ])
  func near(written: String, meant: String?) {
    #expect(KnownNames.nearest(to: written, among: ["increment", "dismiss", "presented"]) == meant)
  }

  @Test func `M40: among several the nearest counts, and among equally near names the first`() {
    #expect(KnownNames.nearest(to: "setCont", among: ["setColor", "setCount"]) == "setCount")
    #expect(KnownNames.nearest(to: "rowX", among: ["rowA", "rowB"]) == "rowA")
  }

  @Test func `M40: the found value first, then the near name, then the list with its count`() {
    let short = KnownNames.expected(oneOf: ["a", "b"], found: "c")
    #expect(short == "found c; expected one of a, b")
    let many = (0..<1000).map { "someAction\($0)" }
    let long = KnownNames.expected(oneOf: many, found: "someActon7", name: "someActon7")
    #expect(
      long.hasPrefix(
        "found someActon7; did you mean someAction7? expected one of 1000: someAction0, someAction1,"
      ))
    #expect(long.hasSuffix(", …"))
    #expect(long.utf8.count < 255)
  }

  @Test func `M40: strings too long to be names are near to nothing, and cost nothing`() {
    let long = String(repeating: "x", count: 1 << 20)
    #expect(KnownNames.nearest(to: long, among: [long + "x", "x"]) == nil)
    #expect(KnownNames.expected(oneOf: [long], found: "x").utf8.count < 255)
  }
}
