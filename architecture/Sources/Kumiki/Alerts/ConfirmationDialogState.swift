/// A confirmation dialog: like an alert, but attached to the control that it asks about, and often
/// without its title.
public struct ConfirmationDialogState<Action>: QuestionState {
  private var mark = EphemeralMark()
  /// The headline.
  public var title: TextState
  /// Whether the headline is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// The text below the headline.
  public var message: TextState?
  /// The buttons, in the order in which they are shown.
  public var buttons: [ButtonState<Action>]

  public var id: EphemeralID { mark.id }

  /// The same dialog with each button's action replaced by the result of `transform`.
  public func map<NewAction>(
    _ transform: (_ action: Action?) -> NewAction?
  ) -> ConfirmationDialogState<NewAction> {
    .init(
      mark: mark, title: title, titleVisibility: titleVisibility, message: message,
      buttons: buttons.map { $0.map(transform) })
  }

  private enum CodingKeys: CodingKey { case title, titleVisibility, message, buttons }
}

extension ConfirmationDialogState {
  /// A dialog with a title, buttons and a message.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: () -> TextState? = { nil }
  ) {
    self.init(
      mark: EphemeralMark(), title: title(), titleVisibility: titleVisibility, message: message(),
      buttons: actions())
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: Encodable where Action: Encodable {}
extension ConfirmationDialogState: Decodable where Action: Decodable {}
