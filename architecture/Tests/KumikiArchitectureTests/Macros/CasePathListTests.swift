import KumikiArchitecture
import Testing

@CasePathable
private enum Signal: Equatable {
  case stop
  case speed(limit: Int)
  case lanes(Int, open: Bool)
  #if os(Linux)
    case penguin
  #endif
  case nowhere(Never)
}

@CasePathable
private enum Aged: Equatable {
  case current
  @available(*, deprecated) case old
  @available(*, unavailable) case gone
}

@CasePathable
private enum Nothing {}

/// No value can be in a case with such a payload. The macro's code must not cause warnings.
@CasePathable
private enum Rare {
  case nothing(Never)
  case root
  case `default`
}

/// Types with the same names as members of a list of paths.
private enum Names {
  struct Root: Equatable { var name = "root" }
  struct Iterator: Equatable {}

  @CasePathable
  enum Kind<Element: Equatable>: Equatable {
    case root(Root)
    case iterator(Iterator?)
    case elements([Element])
    case again(Names.Root)
  }
}

@Suite struct CasePathListTests {
  @Test("O13: the list of paths gives the path of the case that a value is in") func lookedUp() {
    #expect(Signal.allCasePaths[.speed(limit: 3)] == \.speed)
    #expect(Signal.lanes(2, open: true).case == \.lanes && Signal.stop.case == \.stop)
    #expect(Signal.stop.case != Signal.speed(limit: 1).case)
    let known: [PartialCaseKeyPath<Signal>: String] = [\.stop: "a", \.speed: "b"]
    #expect(known[Signal.speed(limit: 2).case] == "b")
    #expect((\Signal.Cases.self)(.stop) == .stop)
  }

  @Test("O14: a path of an unknown payload puts a value together") func embedded() {
    let speed: PartialCaseKeyPath<Signal> = \.speed
    #expect(speed(3) == .speed(limit: 3) && speed("fast") == nil)
    #expect(Signal.speed(limit: 4)[case: speed] as? Int == 4)
    #expect(Signal.stop[case: speed] == nil)
  }

  @Test("O13: it has them all, in order") func inOrder() {
    #if os(Linux)
      #expect(Array(Signal.allCasePaths) == [\.stop, \.speed, \.lanes, \.penguin, \.nowhere])
    #endif
    #expect(Array(Nothing.allCasePaths).isEmpty)
    #expect(Array(Rare.allCasePaths) == [\.nothing, \.root, \.default])
    #expect(Rare.root.case == \.root && Rare.default.case == \.default)
  }

  /// Works for any enum with such a list.
  private func paths<Enum: CasePathIterable>(
    of value: Enum
  ) -> (own: PartialCaseKeyPath<Enum>, count: Int)
  where Enum.AllCasePaths: CasePathReflectable<Enum> {
    (value.case, Array(Enum.allCasePaths).count)
  }

  @Test("O13: a case that is unavailable is left out, and a deprecated one is in it") func aged() {
    #expect(paths(of: Aged.current) == (\.current, 2))
  }

  @Test("Q30: a payload's type may have a name that the list of paths has too") func names() {
    #expect(Names.Kind<Int>.root(Names.Root()).is(\.root))
    #expect(CasePath<Names.Kind<Int>, [Int]>(\.elements).embed([1]) == .elements([1]))
    #expect(Names.Kind<Int>.iterator(nil).case == \.iterator)
    #expect(paths(of: Names.Kind<Int>.again(Names.Root())) == (\.again, 4))
  }
}
