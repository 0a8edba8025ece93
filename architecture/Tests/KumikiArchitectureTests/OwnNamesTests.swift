#if Macros
  import KumikiArchitecture
  import Testing

  // A program's own names, which the engine uses too. They are typical names in programs.

  private struct Loop: Equatable { var isOn = false }
  private struct Issue: Equatable { var number = 0 }
  private struct Site: Equatable { var name = "" }
  private struct Subscription: Equatable { var price = 0 }
  private struct Loops: Equatable { var loop = Loop() }

  private enum OpenSettingsKey: DependencyKey {
    static let liveValue: @Sendable () async -> String = { "the program's" }
  }

  private enum PresentationKey: DependencyKey {
    static let liveValue = "of a slide show"
  }

  extension DependencyValues {
    fileprivate var openSettings: @Sendable () async -> String {
      get { self[OpenSettingsKey.self] }
      set { self[OpenSettingsKey.self] = newValue }
    }

    fileprivate var openDesktopSettings: @Sendable () async -> String {
      get { self[OpenSettingsKey.self] }
      set { self[OpenSettingsKey.self] = newValue }
    }

    fileprivate var presentationID: String {
      get { self[PresentationKey.self] }
      set { self[PresentationKey.self] = newValue }
    }
  }

  extension Array {
    fileprivate mutating func remove(atOffsets offsets: IndexSet) { removeAll() }
  }

  extension URL {
    fileprivate static var documentsDirectory: URL { URL(filePath: "/documents") }
  }

  @Reducer
  private struct Form {
    @ObservableState
    struct State: Equatable {
      var isValid = false
      var issue = Issue(number: 7)
      var loops = Loops()
      var site = Site(name: "Lake")
      var subscription = Subscription(price: 3)
      var opened = ""
    }

    enum Action {
      case open
      case opened(String)
      case toggle
    }

    @Dependency(\.openSettings) var openSettings
    @Dependency(\.openDesktopSettings) var openDesktopSettings
    @Dependency(\.presentationID) var presentationID

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open:
          return .run { send in
            await send(.opened("\(openSettings()), \(openDesktopSettings()), \(presentationID)"))
          }
        case .opened(let text):
          state.opened = text
          return .none
        case .toggle:
          state.isValid.toggle()
          return .none
        }
      }
    }
  }

  @MainActor @Suite struct OwnNamesTests {
    @Test("X70: a program's own dependencies are its own, whatever the engine calls its")
    func dependencies() async {
      let store = Store(initialState: Form.State()) {
        Form()
      } withDependencies: {
        $0.context = .live
      }
      await store.send(.open).finish()
      #expect(store.opened == "the program's, the program's, of a slide show")
    }

    @Test func `X70: and its own types and its own members of types of the standard library`() {
      var rows = [1, 2, 3]
      rows.remove(atOffsets: [0])
      #expect(rows.isEmpty)
      #expect(URL.documentsDirectory.path() == "/documents")
      #expect(Form.State().issue.number == 7 && Form.State().subscription.price == 3)
    }

    @Test func `X71: a store shows a property of the state that says whether something is valid`() {
      let store = Store(initialState: Form.State()) { Form() }
      #expect(!store.isValid && store.hasState)
      store.send(.toggle)
      #expect(store.isValid)
      #expect(!store.loops.loop.isOn && store.site.name == "Lake")
    }
  }
#endif
