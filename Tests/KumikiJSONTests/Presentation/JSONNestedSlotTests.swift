import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Slots inside of what is presented in JSON")
struct JSONNestedSlotTests {
  /// A command to what is presented.
  private func presented(_ command: Command) -> Command { command.to("slot", "presented") }

  /// A slot in a slot.
  private func nested(_ state: JSON) throws -> JSONFixture {
    try JSONFixture(
      ["slot": state],
      JSONFixture.slot(at: "/slot", "slot", JSONFixture.slot(at: "/inner", "inner")))
  }

  @Test("D80: dismissal ends everything presented inside")
  func everything() throws {
    let fixture = try nested(["inner": ["n": 1]])
    try fixture.run(presented(Command.hold.to("inner", "presented")), presented(.hold))
    #expect(fixture.effectCount == 2)
    try fixture.send(["slot": "dismiss"])
    #expect(fixture.effectCount == 0)
  }

  @Test("D83: another value in an outer slot ends the inner presentations, be they equal")
  func inner() throws {
    let fixture = try nested(["inner": ["n": 1]])
    let first = try #require(try fixture.presented("/slot/inner"))
    try fixture.run(.set("/slot", ["inner": ["n": 1]]))
    #expect(try fixture.presented("/slot/inner") == first)
    try fixture.run(.all(.set("/slot", nil), .set("/slot", ["inner": ["n": 1]])))
    #expect(try fixture.presented("/slot/inner") != first)
  }

  @Test("D83: so does another id in the payload, written whole or in place")
  func innerOfAnotherID() throws {
    let fixture = try JSONFixture(
      ["slot": ["id": 1, "inner": ["n": 1]]],
      JSONFixture.slot(
        at: "/slot", "slot", JSONFixture.slot(at: "/inner", "inner"), id: "id"))
    var ids = [try #require(try fixture.presented("/slot/inner"))]
    try fixture.run(.set("/slot", ["id": 2, "inner": ["n": 1]]))
    ids.append(try #require(try fixture.presented("/slot/inner")))
    try fixture.run(.set("/slot/id", 3), presented(Command.set("/n", 2).to("inner", "presented")))
    ids.append(try #require(try fixture.presented("/slot/inner")))
    #expect(Set(ids).count == 3)
  }

  @Test("D84: what is presented in a child that appears has its identity from then on")
  func appears() throws {
    let fixture = try nested(nil)
    try fixture.run(.set("/slot", ["inner": ["n": 1]]))
    let first = try #require(try fixture.presented("/slot/inner"))
    try fixture.run(presented(Command.hold.to("inner", "presented")))
    #expect(try fixture.presented("/slot/inner") == first)
    #expect(fixture.effectCount == 1)
  }

  @Test("D85: what is presented in a child that goes is over: put back, it is presented anew")
  func putBack() throws {
    let fixture = try nested(["inner": ["n": 1]])
    let first = try fixture.presented("/slot/inner")
    try fixture.run(.set("/slot", nil), .set("/slot", ["inner": ["n": 1]]))
    #expect(try fixture.presented("/slot/inner") != first)
  }

  @Test("D70: dismiss in a child's effect dismisses the nearest presentation")
  func close() throws {
    let fixture = try nested(["inner": ["n": 1]])
    try fixture.run(presented(Command.close.to("inner", "presented")))
    try fixture.settle()
    #expect(fixture.state == ["slot": ["inner": nil]])
    try fixture.run(presented(.close))
    try fixture.settle()
    #expect(fixture.state == ["slot": nil])
    #expect(fixture.codes == [])
  }
}
