import Kumiki
import Testing

/// Random sequences of writes, against the identity that a slot promises.
@Suite struct SlotRandomTests {
  @Test(
    "D10: whenever case or payload id differs from before, so does the slot's id",
    arguments: 0..<40)
  func randomAssignments(_ seed: Int) {
    var random = SplitMix64(state: UInt64(seed))
    var slot = PresentationState<Sheet.Destination.State>(wrappedValue: nil)
    var ledger = Ledger()
    for _ in 0..<200 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: slot.wrappedValue = nil
      case 1: write(.random(using: &random), to: &slot.wrappedValue)
      case 2 where slot.wrappedValue != nil:
        write(.random(using: &random), to: &slot.wrappedValue!)
      case 3: slot = PresentationState(wrappedValue: .random(using: &random))
      default: slot.wrappedValue = .random(using: &random)
      }
      ledger.check(slot)
    }
    #expect(ledger.changes > 20)
    #expect(ledger.stays > 0)
  }

  @Test(
    "D10: the same in a store, where parent and child write", arguments: Dialect.allCases, 0..<10)
  func randomActions(_ dialect: Dialect, _ seed: Int) throws {
    var random = SplitMix64(state: UInt64(seed))
    // What the child turns itself into, and what the parent answers with.
    var childWrites: Sheet.Destination.State?
    var parentWrites: [Sheet.Destination.State?] = []
    let sheet = try SheetFixture(
      dialect,
      answer: { state, _ in
        for value in parentWrites { state.destination = value }
        return .none
      },
      child: { state, _ in
        if let value = childWrites { state = value }
        return .none
      })
    var ledger = Ledger()
    for _ in 0..<150 {
      childWrites = Bool.random(using: &random) ? .random(using: &random) : nil
      parentWrites = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
        Bool.random(using: &random) ? .random(using: &random) : nil
      }
      let actions: [Sheet.Action] = [
        .noop, .clear, .swap, .dismiss, .counter(.inc), .alert(.confirm),
        .presented(.animations(.setColor("red"))), .assign(.random(using: &random)),
      ]
      sheet.send(actions.randomElement(using: &random)!)
      ledger.check(sheet.state.$destination)
    }
    #expect(ledger.changes > 20)
    #expect(sheet.store.effectCount == 0)
  }
}

/// Which (case, payload id) each id of a slot has stood for.
private struct Ledger {
  private struct Key: Hashable {
    var name: String
    var id: Int?
  }

  private var last: (key: Key?, id: PresentationID?) = (nil, nil)
  private var meanings: [PresentationID: Key] = [:]
  private(set) var changes = 0
  private(set) var stays = 0

  mutating func check(_ slot: PresentationState<Sheet.Destination.State>) {
    let key = slot.wrappedValue.map { value in
      switch value {
      case .counter: Key(name: "counter")
      case .animations: Key(name: "animations")
      case .item(let item): Key(name: "item", id: item.id)
      case .alert: Key(name: "alert")
      case .dialog: Key(name: "dialog")
      }
    }
    #expect((slot.id == nil) == (key == nil))
    if key != last.key {
      changes += 1
      #expect(slot.id != last.id, "\(String(describing: last.key)) -> \(String(describing: key))")
    } else if key != nil, slot.id == last.id {
      stays += 1
    }
    if let id = slot.id {
      #expect(meanings[id] == nil || meanings[id] == key, "an id that stands for two things")
      meanings[id] = key
    }
    last = (key, slot.id)
  }
}

extension Sheet.Destination.State {
  fileprivate static func random(using random: inout SplitMix64) -> Self {
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: .counter(count: Int.random(in: 0..<3, using: &random))
    case 2: .animations(Bool.random(using: &random) ? "red" : "blue")
    case 3, 4: .item(id: Int.random(in: 0..<3, using: &random))
    case 5: .alert("Sure?")
    default: .dialog("Which?")
    }
  }
}

/// A write in place.
private func write<Value>(_ value: Value, to place: inout Value) { place = value }

/// A generator whose numbers follow from its seed.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
