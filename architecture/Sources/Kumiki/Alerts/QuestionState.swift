/// An alert or a confirmation dialog: a title, a message and buttons, shown once.
public protocol QuestionState: EphemeralState, Identifiable where ID == EphemeralID {
  /// The actions of the buttons.
  associatedtype Action

  /// The headline.
  var title: TextState { get }
  /// Whether the headline is shown.
  var titleVisibility: ConfirmationDialogStateTitleVisibility { get }
  /// The text below the headline.
  var message: TextState? { get }
  /// The buttons, in the order in which they are shown.
  var buttons: [ButtonState<Action>] { get }
}

extension QuestionState {
  public var titleVisibility: ConfirmationDialogStateTitleVisibility { .automatic }
}

/// Whether the title of a dialog is shown.
public enum ConfirmationDialogStateTitleVisibility: String, Codable, Sendable {
  /// The view decides.
  case automatic
  /// The title is not shown, but screen readers may read it out.
  case hidden
  /// The title is shown.
  case visible
}

// The derived decoding of alerts and dialogs calls these.
extension KeyedDecodingContainer {
  /// Reads buttons, which may be left out.
  func decode<Action: Decodable>(
    _ type: [ButtonState<Action>].Type, forKey key: Key
  ) throws -> [ButtonState<Action>] { try decodeIfPresent(type, forKey: key) ?? [] }

  /// Reads whether the title is shown, which may be left out.
  func decode(
    _ type: ConfirmationDialogStateTitleVisibility.Type, forKey key: Key
  ) throws -> ConfirmationDialogStateTitleVisibility {
    try decodeIfPresent(type, forKey: key) ?? .automatic
  }
}
