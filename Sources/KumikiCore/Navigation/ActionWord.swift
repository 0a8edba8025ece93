/// The words used in the actions of slots, rows and paths.
///
/// For the reducers over JSON, the calls from C and the messages about actions that do not fit. The coding keys
/// of typed actions have the same names.
package enum ActionWord: String {
  // The actions of a slot.
  case dismiss, present, presented
  // The actions of rows and of a path, besides `dismiss`.
  case element, popFrom, push, setPath
  // The members of these actions, and of a write of a view's binding.
  case id, state, action, path, value

  package var text: String { rawValue }
}
