import Kumiki
import Testing

@Suite struct DependencyNestingTests {
  typealias Action = NumberReader.Action

  /// The values that the reducer's readers find, in order.
  static func read(
    @ReducerBuilder<[Int], Action> _ reducer: () -> some Reducer<[Int], Action>,
    store: ((inout DependencyValues) -> Void)? = nil
  ) throws -> [Int] {
    let fixture = try StoreFixture<[Int], Action>([]) {
      reducer()
    } withDependencies: {
      store?(&$0)
    }
    fixture.send(.read)
    return fixture.state
  }

  @Test("H1: the innermost override wins, then the outer, the store's, its maker's, the default")
  func lookup() throws {
    let inStore = { (values: inout DependencyValues) in values.number = 2 }
    try withDependencies {
      $0.number = 1
    } operation: {
      let both = try Self.read(
        { NumberReader().dependency(\.number, 4).dependency(\.number, 3) }, store: inStore)
      #expect(both == [4])
      let outer = try Self.read({ NumberReader().dependency(\.number, 3) }, store: inStore)
      #expect(outer == [3])
      #expect(try Self.read({ NumberReader() }, store: inStore) == [2])
      #expect(try Self.read({ NumberReader() }) == [1])
    }
    #expect(try Self.read({ NumberReader() }) == [0])
  }

  @Test func `H2: it applies inside an embedded child too`() throws {
    struct State { var child: [Int] = [] }
    let fixture = try StoreFixture<State, Parent>(State()) {
      CombineReducers {
        Scope(state: \.child, action: \.child) { NumberReader() }
      }
      .dependency(\.number, 5)
      Scope(state: \.child, action: \.child) { NumberReader() }
    }
    fixture.send(.child(.read))
    #expect(fixture.state.child == [5, 0])
  }

  enum Parent: CasePathable {
    case child(NumberReader.Action)

    struct AllCasePaths {
      let child = CasePath(embed: Parent.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func `H3: transforms change the value in place, the outer one first`() throws {
    #expect(
      try Self.read(
        {
          NumberReader()
            .transformDependency(\.number) { $0 += 1 }
            .transformDependency(\.number) { $0 *= 10 }
        }, store: { $0.number = 1 }) == [11])
  }

  @Test func `H3: each step transforms the value that is in force, not the last result`() throws {
    let fixture = try StoreFixture<[Int], Action>([]) {
      NumberReader().transformDependency(\.number) { $0 += 1 }
    }
    for _ in 1...3 { fixture.send(.read) }
    #expect(fixture.state == [1, 1, 1])
  }
}
