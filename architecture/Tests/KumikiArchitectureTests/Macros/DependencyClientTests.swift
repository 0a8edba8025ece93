public import KumikiArchitecture
import KumikiTesting
import Testing

@DependencyClient
public struct Archive: Sendable {
  public var load: @Sendable (_ id: Int, _ format: String) async throws -> String
  public var isOnline: @Sendable () -> Bool = { false }
  public var note: @Sendable (String) -> Void
  @DependencyEndpoint(method: "load")
  public var loadAll: @Sendable (_ matching: String) async throws -> [String]
  public var limit = 3
  let name: String = "archive"
}

extension Archive: TestDependencyKey {
  public static let testValue = Self()
}

@DependencyClient
private struct Counter {
  var bump: (_ number: inout Int, _ body: () -> Void) -> Void
}

@Reducer
private struct Reader {
  struct State: Equatable { var text = "" }
  enum Action {
    case loadTapped
    case loaded(String)
  }

  @Dependency(Archive.self) var archive

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadTapped:
        return .run { send in
          await send(.loaded((try? await archive.load(id: 7, format: "txt")) ?? "nothing"))
        }
      case .loaded(let text):
        state.text = text
        return .none
      }
    }
  }
}

@MainActor @Suite struct DependencyClientTests {
  @Test func `Q14: a client's function that nobody set throws, or answers its default`() async {
    let archive = Archive()
    await withKnownIssue {
      await #expect(throws: Unimplemented("Archive.load")) {
        try await archive.load(id: 1, format: "txt")
      }
      #expect(archive.isOnline() == false)
      archive.note("gone")
    } matching: {
      "\($0)".contains("unimplemented-dependency: ")
    }
  }

  @Test("Q14: the use of a function that nobody set fails a test") func reports() async {
    let store = TestStore(initialState: Reader.State()) { Reader() }
    await withKnownIssue {
      await store.send(.loadTapped)
      await store.receive(\.loaded) { $0.text = "nothing" }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Archive.load") }
    }
  }

  @Test("Q15: named parameters are the labels of a method") func labels() async throws {
    var archive = Archive()
    archive.load = { id, format in "\(id).\(format)" }
    archive.loadAll = { [$0] }
    #expect(try await archive.load(id: 1, format: "txt") == "1.txt")
    #expect(try await archive.load(matching: "a") == ["a"])
  }

  @Test("Q15: a parameter of a method may be changed in place, or be a function") func parameters()
  {
    var counter = Counter()
    counter.bump = { number, body in
      number += 1
      body()
    }
    var number = 1
    var isCalled = false
    withoutActuallyEscaping({ isCalled = true }) { counter.bump(number: &number, body: $0) }
    #expect(number == 2 && isCalled)
  }

  @Test("Q16: a client is made with all its functions, or with none") func initializers()
    async throws
  {
    let archive = Archive(
      load: { _, _ in "a" }, isOnline: { true }, note: { _ in }, loadAll: { _ in [] }, limit: 5)
    #expect(archive.isOnline() && archive.limit == 5)
    let store = TestStore(initialState: Reader.State()) {
      Reader()
    } withDependencies: {
      $0[Archive.self].load = { id, _ in "text \(id)" }
    }
    await store.send(.loadTapped)
    await store.receive(\.loaded) { $0.text = "text 7" }
  }
}
