import Kumiki
import Testing

@Suite struct StandardDependencyTests {
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock

  @Test func `H7, H11: on a virtual loop each store counts its UUIDs from 0`() throws {
    let make = { [uuid = _uuid] (loop: Loop?) in
      try StoreFixture([] as [String], loop: loop) {
        Reduce<[String], String> { ids, word in
          ids.append(word == "tap" ? uuid.wrappedValue().description : word)
          guard word == "tap" else { return .none }
          return .run { send in await send(uuid.wrappedValue().description) }
        }
      }
    }
    let first = try make(nil)
    let second = try make(first.loop)
    for fixture in [first, second] {
      fixture.send("tap")
      try fixture.settle()
      #expect(
        fixture.state == [
          "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
        ])
    }
  }

  @Test func `H8: on a virtual loop the date is its clock, in steps and in effects`() throws {
    let fixture = try StoreFixture([] as [Int64]) {
      Reduce<[Int64], Int64> { [date = _date] dates, given in
        dates.append(given == 0 ? date.wrappedValue.now : given)
        guard given == 0 else { return .none }
        return .run { send in
          try await sleep(seconds: 2)
          await send(date.wrappedValue.now)
        }
      }
    }
    try fixture.advance(seconds: 1)
    fixture.send(0)
    try fixture.advance(seconds: 2)
    #expect(fixture.state == [1_000_000_000, 3_000_000_000])
  }

  @Test func `H8: a clock put in its place is the one that effects sleep on`() throws {
    let fixture = try StoreFixture([] as [String]) {
      Reduce<[String], String> { words, word in
        words.append(word)
        return word == "tap" ? .after(seconds: 3600, "woke") : .none
      }
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    fixture.send("tap")
    try fixture.settle()
    #expect(fixture.timeline == [at(0, "tap"), at(0, "woke")])
  }

  /// Its sleeps return immediately.
  struct ImmediateClock: Clock {
    var now: LoopClock.Instant { LoopClock.Instant(nanoseconds: 0) }
    var minimumResolution: Duration { .zero }
    func sleep(until _: LoopClock.Instant, tolerance _: Duration?) async throws {}
  }

  @Test func `H8: the clock of the effects is the loop's, moved by advance alone`() throws {
    let seen = Record<UInt64?>()
    let fixture = try StoreFixture(0) {
      Reduce<Int, Int> { [clock = _clock] _, _ in
        .run { _ in
          try await clock.wrappedValue.sleep(for: .seconds(3))
          seen((clock.wrappedValue as? LoopClock)?.now.nanoseconds)
        }
      }
    }
    fixture.send(0)
    try fixture.advance(seconds: 2.999)
    #expect(seen.entries == [])
    try fixture.advance(seconds: 0.001)
    #expect(seen.entries == [3_000_000_000])
  }

  @Test func `H7: a UUID reads as RFC 9562 has it; a random one is of version 4`() throws {
    #expect(
      UniqueID(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210).description
        == "01234567-89ab-cdef-fedc-ba9876543210")
    let random = (0..<100).map { _ in UniqueID.random() }
    #expect(Set(random).count == 100)
    for id in random {
      let text = Array(id.description)
      #expect(text.count == 36)
      #expect(text[14] == "4")
      #expect("89ab".contains(text[19]))
    }
  }
}
