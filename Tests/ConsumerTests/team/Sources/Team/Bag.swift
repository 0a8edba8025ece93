import Kumiki

/// A feature with collections that have no order of their own, and with rows.
struct Bag: Reducer {
  enum Tone: String, Codable, CaseIterable { case c, d, e, f, g, a, b }

  struct State: Codable {
    var tags: Set<String> = []
    var tones: [Tone: Int] = [:]
    var rows: IdentifiedArrayOf<Pin.State> = []
  }

  enum Action: Codable {
    case tag([String])
    case untag(String)
    case tune
    case fill(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tag(let tags): state.tags.formUnion(tags)
    case .untag(let tag): state.tags.remove(tag)
    case .tune: for (index, tone) in Tone.allCases.enumerated() { state.tones[tone] = index }
    case .fill(let count): state.rows = .init(uniqueElements: (0..<count).map { Pin.State(id: $0) })
    }
    return .none
  }
}
