import Kumiki
import Synchronization

/// A feature with a state of several parts and a sheet. C reads the state part by part.
struct Profile: Reducer {
  struct State: Codable {
    var name = "Ann"
    var age = 41
    var counted = Counted()
    @PresentationState var sheet: Sheet.State?
  }

  enum Action: Codable, CasePathable {
    case rename(String)
    case move(from: Int, to: Int)
    case grow
    case divideByZero
    case open
    case sheet(PresentationAction<Sheet.Action>)

    struct AllCasePaths {
      let sheet = CasePath(embed: Action.sheet) {
        if case .sheet(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .rename(let name): state.name = name
      case .move(let from, let to): state.age += to - from
      case .grow: state.age += 1
      case .divideByZero: state.counted.ratio = 1.0 / 0.0
      case .open: state.sheet = Sheet.State(note: "")
      case .sheet: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Sheet() }
  }
}

/// A part of the state that counts how often it is encoded.
struct Counted: Codable {
  var ratio = 0.5

  static let encodings = Atomic<Int>(0)

  private enum CodingKeys: CodingKey { case ratio }

  init() {}

  func encode(to encoder: any Encoder) throws {
    Self.encodings.add(1, ordering: .relaxed)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ratio, forKey: .ratio)
  }
}

/// How often the counted part of any state was encoded.
@_cdecl("team_encodings")
public func team_encodings() -> Int { Counted.encodings.load(ordering: .relaxed) }

/// A sheet that can present another sheet.
struct Sheet: Reducer {
  struct State: Codable {
    var note: String
    @PresentationState var help: Help?
  }

  struct Help: Codable { var text: String }

  enum Action: Codable, CasePathable {
    case write(String)
    case tick
    case start
    case close
    case openHelp
    case help(PresentationAction<Never>)

    struct AllCasePaths {
      let help = CasePath(embed: Action.help) {
        if case .help(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in step(&state, action) }
      .ifLet(\.$help, action: \.help) { EmptyReducer() }
  }

  private func step(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .openHelp:
      state.help = Help(text: "how to")
      return .none
    case .help:
      return .none
    case .write(let note):
      state.note = note
      return .none
    case .tick:
      state.note += "."
      return .none
    case .start:
      return .run { send in
        @Dependency(\.continuousClock) var clock
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
    case .close:
      return .run { _ in
        @Dependency(\.dismiss) var dismiss
        await dismiss()
      }
    }
  }
}
