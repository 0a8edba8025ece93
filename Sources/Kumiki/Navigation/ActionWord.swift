/// The words in which actions of slots, rows and paths are written.
///
/// They stand here once. The coding of typed actions, the reducers over JSON, the calls from C and the
/// messages about actions that do not fit take them from here.
package enum ActionWord: String {
  // What may happen to a slot.
  case dismiss, present, presented
  // What may happen to rows and to a path, beside `dismiss`.
  case element, popFrom, push, setPath
  // What stands in them, and in a write of a view's binding.
  case id, state, action, path, value

  package var text: String { rawValue }
}

/// The keys of an enum's cases, written as words.
///
/// They are declared inside the enum, without a constraint: so it is seen that they are the enum's.
protocol ActionKey: CodingKey, CaseIterable {
  var word: ActionWord { get }
}

extension ActionKey {
  var stringValue: String { word.text }

  init?(stringValue: String) {
    guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else {
      return nil
    }
    self = key
  }

  var intValue: Int? { nil }
  init?(intValue _: Int) { nil }
}
