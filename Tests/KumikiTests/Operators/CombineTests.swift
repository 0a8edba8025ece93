import Kumiki
import Testing

@Suite struct CombineTests {
  /// Appends its name to the state for "go", and returns the given effect.
  static func member(
    _ name: String, _ effect: Effect<String> = .none
  ) -> Reduce<[String], String> {
    Reduce { state, action in
      guard action == "go" else { return .none }
      state.append(name)
      return effect
    }
  }

  @Test("A25: an absent reducer is the empty one, and branches and loops are flattened in order")
  func absent() throws {
    let isAbsent = true
    let none: Reduce<[String], String>? = nil
    let some: Reduce<[String], String>? = Self.member("optional", .send("o"))
    let with = try StoreFixture([] as [String]) {
      Self.member("a", .send("x"))
      if let none { none }
      if !isAbsent { Self.member("false") }
      for _ in 0..<0 { Self.member("never") }
      if let some { some }
      if isAbsent { Self.member("true") } else { Self.member("else") }
      if !isAbsent { Self.member("then") } else { Self.member("otherwise") }
      for name in ["0", "1"] { Self.member(name, .send("effect " + name)) }
      Self.member("b", .send("y"))
    }
    let without = try StoreFixture([] as [String]) {
      Self.member("a", .send("x"))
      Self.member("optional", .send("o"))
      Self.member("true")
      Self.member("otherwise")
      Self.member("0", .send("effect 0"))
      Self.member("1", .send("effect 1"))
      Self.member("b", .send("y"))
    }
    with.send("go")
    without.send("go")
    #expect(with.state == ["a", "optional", "true", "otherwise", "0", "1", "b"])
    #expect(with.actions == ["go", "x", "o", "effect 0", "effect 1", "y"])
    #expect(with.state == without.state)
    #expect(with.actions == without.actions)
  }

  @Test func `A25: a combine of nothing is the empty reducer`() throws {
    let fixture = try StoreFixture(["s"]) { CombineReducers<[String], String, _> {} }
    #expect(fixture.send("go").isFinished)
    #expect(fixture.state == ["s"])
  }
}
