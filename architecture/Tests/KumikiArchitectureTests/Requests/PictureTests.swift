import KumikiArchitecture
import KumikiTesting
import Testing

// The feature of architecture/docs/requests.md.

struct FetchPicture: RequestProtocol {
  static let name = "picture.fetch"
  typealias Answer = Picture
  typealias Part = Int
  var url: String
}

struct Picture: Codable, Equatable {
  var bytes: [UInt8]
}

struct LogLine: RequestProtocol {
  static let name = "log"
  typealias Answer = Never
  var text: String
}

@Reducer
struct Viewer {
  struct State: Equatable {
    var picture: Picture?
    var percent: Int?
    var problem: String?
  }

  enum Action: Equatable {
    case open(String)
    case opened(Picture)
    case progressed(Int)
    case failed(RequestFailure)
    case stop
  }

  private enum CancelID { case fetch }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open(let url):
        state.percent = 0
        return .request(
          FetchPicture(url: url), answer: \.opened, part: \.progressed, failure: \.failed
        )
        .cancellable(id: CancelID.fetch, cancelInFlight: true)
      case .opened(let picture):
        state.picture = picture
        state.percent = nil
        return .request(LogLine(text: "a picture of \(picture.bytes.count) bytes"))
      case .progressed(let percent):
        state.percent = percent
        return .none
      case .failed(let failure):
        state.problem = failure.message
        state.percent = nil
        return .none
      case .stop:
        state.percent = nil
        return .cancel(id: CancelID.fetch)
      }
    }
  }
}

extension Viewer.Action: PrivateCases {
  static var privateCases: [PartialCaseKeyPath<Self>] { [\.opened, \.progressed, \.failed] }
}

@Reducer
struct Album {
  struct State: Equatable {
    var viewer = Viewer.State()
  }

  enum Action: Equatable {
    case viewer(Viewer.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.viewer, action: \.viewer) { Viewer() }
  }
}

/// A server for the pictures, as a program would have one.
struct Pictures {
  var files: [String: [UInt8]]

  func bytes(of url: String) async throws -> [UInt8] {
    guard let bytes = files[url] else { throw RequestFailure("there is no \(url)") }
    return bytes
  }
}

@MainActor @Suite struct PictureTests {
  @Test("B323, B324: a feature with macros asks, and a program serves")
  func served() async throws {
    let store = Store(initialState: Viewer.State()) { Viewer() }
    let pictures = Pictures(files: ["cat.png": [1, 2, 3]])
    let lines = LockIsolated<[String]>([])
    try store.serve(FetchPicture.self) { request in
      try request.send(part: 50)
      return Picture(bytes: try await pictures.bytes(of: request.url))
    }
    try store.serve(LogLine.self) { line in
      lines.withValue { $0.append(line.text) }
    }
    await store.send(.open("cat.png")).finish()
    #expect(store.state == Viewer.State(picture: Picture(bytes: [1, 2, 3])))
    #expect(lines.value == ["a picture of 3 bytes"])
    await store.send(.open("dog.png")).finish()
    #expect(store.state.problem == "there is no dog.png")
  }

  @Test("B328: the test answers")
  func answered() async {
    let cat = Picture(bytes: [1, 2, 3])
    let store = TestStore(initialState: Viewer.State()) { Viewer() }

    await store.send(.open("cat.png")) { $0.percent = 0 }
    let request = await store.receiveRequest(FetchPicture(url: "cat.png"))
    await request.send(part: 50)
    await store.receive(\.progressed) { $0.percent = 50 }
    await request.answer(cat)
    await store.receive(\.opened) {
      $0.picture = cat
      $0.percent = nil
    }
    await store.receiveRequest(LogLine(text: "a picture of 3 bytes"))
  }

  @Test("B328: by a function")
  func servedInATest() async {
    let store = TestStore(initialState: Viewer.State()) { Viewer() }
    store.serve(FetchPicture.self) { _ in throw RequestFailure("no network") }
    await store.send(.open("cat.png")) { $0.percent = 0 }
    await store.receive(\.failed) {
      $0.problem = "no network"
      $0.percent = nil
    }
  }

  @Test("M214: a private case of a child with macros is found in its parent's actions")
  func privateCases() throws {
    let loop = try Loop(.virtual)
    let codes = LockIsolated<[Kumiki.Issue.Code]>([])
    loop.onIssue = { issue in codes.withValue { $0.append(issue.code) } }
    let store = LoopStore(initialState: Album.State(), loop: loop) { Album() }
    store.send(.viewer(.opened(Picture(bytes: []))))
    #expect(codes.value == [.privateCase])
    #expect(store.state == Album.State())
    store.send(.viewer(.stop))
    #expect(codes.value == [.privateCase])
    store.end()
    loop.close()
  }
}
