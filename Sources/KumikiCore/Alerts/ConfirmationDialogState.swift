/// A confirmation dialog: like an alert, but attached to the thing it asks about, and often without its
/// title.
public struct ConfirmationDialogState<Action>: QuestionState {
  private let mark: EphemeralMark
  /// The headline.
  public var title: TextState
  /// Whether the headline is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// The text below the headline.
  public var message: TextState?
  /// The buttons, in the order in which they are shown.
  public var buttons: [ButtonState<Action>]

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

  private init(
    mark: EphemeralMark, title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility,
    message: TextState?, buttons: [ButtonState<Action>]
  ) {
    self.mark = mark
    self.title = title
    self.titleVisibility = titleVisibility
    self.message = message
    self.buttons = buttons
  }

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

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(title, forKey: .title)
    try members.encode(titleVisibility, forKey: .titleVisibility)
    try members.encodeIfPresent(message, forKey: .message)
    try members.encode(buttons, forKey: .buttons)
  }
}

extension ConfirmationDialogState: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    typealias Visibility = ConfirmationDialogStateTitleVisibility
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      mark: EphemeralMark(),
      title: try members.decode(TextState.self, forKey: .title),
      titleVisibility: try members.decodeIfPresent(Visibility.self, forKey: .titleVisibility)
        ?? .automatic,
      message: try members.decodeIfPresent(TextState.self, forKey: .message),
      buttons: try members.decodeIfPresent([ButtonState<Action>].self, forKey: .buttons) ?? [])
  }
}
