// The initializers of alerts and dialogs before there were builders. They make the same values.

extension ButtonState {
  /// A button with a text and an action.
  public init(_ label: TextState, action: Action? = nil) {
    self.init(action: .send(action)) { label }
  }

  /// A button that backs out and changes nothing.
  public static func cancel(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .cancel, action: action) { label }
  }

  /// A button without a role.
  public static func `default`(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(action: action) { label }
  }

  /// A button that does something that cannot be undone.
  public static func destructive(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .destructive, action: action) { label }
  }

  /// The action that a button sends.
  public typealias ButtonAction = ButtonStateAction<Action>
  /// The purpose of a button.
  public typealias Role = ButtonStateRole
}

extension AlertState {
  /// An alert with its texts and buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>] = []) {
    self.init(title: { title }, message: { message })
    self.buttons = buttons
  }

  /// An alert with one button.
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>?
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// An alert with two buttons.
  public init(
    title: TextState, message: TextState? = nil, primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(title: title, message: message, buttons: [primaryButton, secondaryButton])
  }

  /// A button of such an alert.
  public typealias Button = ButtonState<Action>
  /// The action that a button sends.
  public typealias ButtonAction = ButtonStateAction<Action>
  /// The purpose of a button.
  public typealias ButtonRole = ButtonStateRole
}

extension ConfirmationDialogState {
  /// A dialog with its texts and buttons.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.init(titleVisibility: titleVisibility, title: { title }, message: { message })
    self.buttons = buttons
  }

  /// A button of such a dialog.
  public typealias Button = ButtonState<Action>
}

/// The earlier name of a confirmation dialog.
public typealias ActionSheetState = ConfirmationDialogState
