/// The words in the actions of slots, rows and navigation paths.
///
/// Used by the reducers over JSON, the calls from C and the messages about actions that do not match. The coding keys
/// of typed actions have the same names.
package enum ActionWord: String {
  // The actions of a slot.
  case dismiss, present, presented
  // The actions of rows and of a navigation path, in addition to `dismiss`.
  case element, popFrom, push, setPath
  // The members of these actions, and of a write through a view's binding.
  case id, state, action, path, value

  package var text: String { rawValue }
}
