/// The words used in the actions of slots, rows and paths.
///
/// They are defined only here: for the coding of typed actions, the reducers over JSON, the calls from C and
/// the messages about actions that do not fit.
package enum ActionWord: String {
  // The actions of a slot.
  case dismiss, present, presented
  // The actions of rows and of a path, besides `dismiss`.
  case element, popFrom, push, setPath
  // The members of these actions, and of a write of a view's binding.
  case id, state, action, path, value

  package var text: String { rawValue }
}

/// The keys of an enum's cases, written as words.
///
/// They are declared inside the enum, without a constraint, which shows that they belong to the enum.
package protocol ActionKey: CodingKey, CaseIterable {
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
