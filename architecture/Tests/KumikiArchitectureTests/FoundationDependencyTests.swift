import KumikiArchitecture
import KumikiTesting
import Testing

@MainActor @Suite struct FoundationDependencyTests {
  private struct Journal: Reducer {
    struct Entry: Equatable, Identifiable {
      let id: UUID
      var date: Date
    }

    struct State: Equatable {
      var entries: IdentifiedArrayOf<Entry> = []
      var weekday: Int?
    }

    enum Action: Equatable {
      case add
      case delete(IndexSet)
      case move(IndexSet, Int)
      case weekday
    }

    @Dependency(\.calendar) var calendar
    @Dependency(\.date.now) var now
    @Dependency(\.timeZone) var timeZone
    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add: state.entries.append(Entry(id: uuid(), date: now))
        case .delete(let offsets): state.entries.remove(atOffsets: offsets)
        case .move(let offsets, let target):
          state.entries.move(fromOffsets: offsets, toOffset: target)
        case .weekday:
          var calendar = calendar
          calendar.timeZone = timeZone
          state.weekday = calendar.component(.weekday, from: now)
        }
        return .none
      }
    }
  }

  private let noon = Date(timeIntervalSinceReferenceDate: 1_234_567_890.123_456_7)

  private func store() -> TestStoreOf<Journal> {
    TestStore(initialState: Journal.State()) {
      Journal()
    } withDependencies: {
      $0.date.now = noon
      $0.uuid = .incrementing
    }
  }

  @Test func `X11: ids count from 0, and an expectation takes those that the reducer took`() async {
    let store = store()
    await store.send(.add) { $0.entries = [Journal.Entry(id: UUID(0), date: noon)] }
    await store.send(.add) {
      @Dependency(\.uuid) var uuid
      @Dependency(\.date) var date
      $0.entries.append(Journal.Entry(id: uuid(), date: date()))
    }
    #expect(store.state.entries.ids == [UUID(0), UUID(1)])
    store.dependencies.date = .constant(.distantFuture)
    store.dependencies.uuid = .constant(UUID(uuidString: "DEADBEEF-0000-4000-8000-00000000002A")!)
    await store.send(.add) {
      let id = UUID(uuidString: "DEADBEEF-0000-4000-8000-00000000002A")!
      $0.entries.append(Journal.Entry(id: id, date: .distantFuture))
    }
  }

  @Test func `X11: the engine's own generators are the same ones, in one position`() {
    withDependencies {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSince1970: 1.5))
    } operation: {
      let ids: ValueGenerator<UniqueID> = DependencyValues.current[UUIDKey.self]
      @Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(0))
      #expect(ids() == UniqueID(1))
      #expect(uuid() == UUID(2))
      #expect(DependencyValues.current[DateKey.self]() == 1_500_000_000)
    }
    for id in [UUID(), UUID(7), UUID(-1)] { #expect(UUID(UniqueID(id)) == id) }
    let text = "12345678-9ABC-DEF0-1234-56789ABCDEF0"
    #expect("\(UniqueID(UUID(uuidString: text)!))" == text.lowercased())
  }

  @Test func `X11: a UUID of a number says all its digits, and its sign`() {
    let texts = [
      0: "00000000-0000-0000-0000-000000000000", 256: "00000000-0000-0000-0000-000000000100",
      1 << 48: "00000000-0000-0000-0001-000000000000",
      Int.max: "00000000-0000-0000-7FFF-FFFFFFFFFFFF",
      -1: "00000000-0000-0001-0000-000000000001",
      -Int.max: "00000000-0000-0001-7FFF-FFFFFFFFFFFF",
      Int.min: "00000000-0000-0001-8000-000000000000",
    ]
    for (number, text) in texts { #expect(UUID(number).uuidString == text) }
  }

  @Test("X11: dates beyond the engine's range end there, and come back whole where a test set them")
  func dates() {
    for date in [Date.distantPast, .distantFuture, noon, Date(timeIntervalSince1970: -0.25)] {
      withDependencies {
        $0.date = .constant(date)
      } operation: {
        @Dependency(\.date.now) var now
        #expect(now == date)
      }
    }
    withDependencies {
      $0[DateKey.self] = .constant(-250_000_000)
    } operation: {
      @Dependency(\.date) var date
      #expect(date() == Date(timeIntervalSince1970: -0.25))
    }
  }

  @Test func `X12: what surrounds a program must be set in a test, and is what was set`() async {
    let store = store()
    store.dependencies.calendar = Calendar(identifier: .gregorian)
    store.dependencies.timeZone = TimeZone(secondsFromGMT: 0)!
    store.dependencies.locale = Locale(identifier: "en_US")
    store.dependencies.urlSession = URLSession(configuration: .ephemeral)
    await store.send(.weekday) { $0.weekday = 3 }
    let opened = LockIsolated<[URL]>([])
    store.dependencies.openURL = OpenURLEffect { url in
      opened.withValue { $0.append(url) }
      return true
    }
    let url = URL(string: "https://example.org")!
    #expect(await store.dependencies.openURL(url))
    #expect(opened.value == [url])
  }

  // Not on the main actor, whose thread may run the loop of another test.
  @Test("X12: preferred locales are set by a test, and a test has a center of its own")
  nonisolated func localesAndCenter() {
    @Dependency(\.preferredLocales) var locales
    @Dependency(\.notificationCenter) var center
    let spanish = [Locale(identifier: "es-ES"), Locale(identifier: "en-US")]
    withDependencies {
      $0.preferredLocales = spanish
    } operation: {
      #expect(locales == spanish)
    }
    withKnownIssue {
      _ = locales
    } matching: {
      "\($0)".contains("\"preferredLocales\"")
    }
    #expect(center === center && center !== NotificationCenter.default)
    let count = LockIsolated(0)
    let name = Notification.Name("moored")
    let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
      count.withValue { $0 += 1 }
    }
    center.post(name: name, object: nil)
    NotificationCenter.default.post(name: name, object: nil)
    center.removeObserver(token)
    #expect(count.value == 1)
  }

  @Test(
    "X12: what a test has not set is a failure that names it", arguments: ["calendar", "timeZone"])
  func unset(name: String) async {
    let store = store()
    if name != "calendar" { store.dependencies.calendar = Calendar(identifier: .gregorian) }
    if name != "timeZone" { store.dependencies.timeZone = TimeZone(secondsFromGMT: 0)! }
    store.exhaustivity = .off
    await withKnownIssue {
      await store.send(.weekday)
    } matching: {
      "\($0)".contains("\"\(name)\"")
    }
  }

  private struct Opener: Reducer {
    @Dependency(\.openDesktopSettings) var openSettings

    func reduce(into _: inout Int, action _: Bool) -> Effect<Bool> {
      .run { _ in await openSettings() }
    }
  }

  @Test func `X20: a test says what opening the settings does, or fails`() async {
    let count = LockIsolated(0)
    let store = TestStore(initialState: 0) {
      Opener()
    } withDependencies: {
      $0.openDesktopSettings = { count.withValue { $0 += 1 } }
    }
    await store.send(true).finish()
    #expect(count.value == 1)
    let unset = TestStore(initialState: 0) { Opener() }
    await withKnownIssue {
      await unset.send(true).finish()
    } matching: {
      "\($0)".contains("\"openDesktopSettings\"")
    }
  }

  @Test func `X14: rows are taken and moved by offsets, as those of an array`() async {
    let store = store()
    store.exhaustivity = .off
    for _ in 0..<4 { await store.send(.add) }
    await store.send(.delete([1]))
    #expect(store.state.entries.ids == [UUID(0), UUID(2), UUID(3)])
    await store.send(.move([0], 3))
    #expect(store.state.entries.ids == [UUID(2), UUID(3), UUID(0)])
  }

  @Test("X14: wherever they go", arguments: 0..<64)
  func moves(seed: Int) {
    let source = IndexSet((0..<6).filter { seed & 1 << $0 != 0 })
    for target in 0...6 {
      var rows = IdentifiedArray(uniqueElements: 0..<6, id: \.self)
      rows.move(fromOffsets: source, toOffset: target)
      let still = (0..<6).filter { !source.contains($0) }
      let expected =
        still.filter { $0 < target } + Array(source) + still.filter { $0 >= target }
      #expect(rows.elements == expected, "\(Array(source)) to \(target)")
      var array = Array(0..<6)
      array.move(fromOffsets: source, toOffset: target)
      #expect(array == expected)
      rows.remove(atOffsets: source)
      array.remove(atOffsets: source)
      #expect(rows.elements == array && array.count == 6 - source.count)
    }
  }
}
