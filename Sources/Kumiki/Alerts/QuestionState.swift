/// What is shown once, with a title, a message and buttons: an alert or a confirmation dialog.
public protocol QuestionState: EphemeralState, Identifiable where ID == EphemeralID {
  /// What the buttons send.
  associatedtype Action

  /// The headline.
  var title: TextState { get }
  /// Whether the headline is shown.
  var titleVisibility: ConfirmationDialogStateTitleVisibility { get }
  /// What stands below the headline.
  var message: TextState? { get }
  /// The buttons, in the order in which they are shown.
  var buttons: [ButtonState<Action>] { get }
}

extension QuestionState {
  public var titleVisibility: ConfirmationDialogStateTitleVisibility { .automatic }
}

/// Whether the title of a dialog is shown.
public enum ConfirmationDialogStateTitleVisibility: String, Codable, Sendable {
  /// As the view does where nothing is said.
  case automatic
  /// The title is for those who have the dialog read out.
  case hidden
  /// The title is shown.
  case visible
}
