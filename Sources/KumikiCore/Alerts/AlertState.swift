/// An alert: a title, a message, and buttons that each send an action.
///
///     state.alert = AlertState {
///       TextState("Delete \(name)?")
///     } actions: {
///       ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
///       ButtonState(role: .cancel) { TextState("Keep it") }
///     } message: {
///       TextState("It cannot be brought back.")
///     }
///
/// Each new alert gets an `id` of its own, so that showing an equal alert again differs from leaving the
/// first one up. Equality, hashing and coding ignore it.
public struct AlertState<Action>: QuestionState {
  private let mark: EphemeralMark
  /// The headline.
  public var title: TextState
  /// The text below the headline.
  public var message: TextState?
  /// The buttons, in the order in which they are shown.
  public var buttons: [ButtonState<Action>]

  /// An alert with a title, buttons and a message.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: () -> TextState? = { nil }
  ) {
    self.init(mark: EphemeralMark(), title: title(), message: message(), buttons: actions())
  }

  fileprivate init(
    mark: EphemeralMark, title: TextState, message: TextState?, buttons: [ButtonState<Action>]
  ) {
    self.mark = mark
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  public var id: EphemeralID { mark.id }

  /// The same alert with each button's action replaced by the result of `transform`.
  public func map<NewAction>(
    _ transform: (_ action: Action?) -> NewAction?
  ) -> AlertState<NewAction> {
    .init(mark: mark, title: title, message: message, buttons: buttons.map { $0.map(transform) })
  }

  private enum CodingKeys: CodingKey { case title, message, buttons }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(title, forKey: .title)
    try members.encodeIfPresent(message, forKey: .message)
    try members.encode(buttons, forKey: .buttons)
  }
}

extension AlertState: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      mark: EphemeralMark(),
      title: try members.decode(TextState.self, forKey: .title),
      message: try members.decodeIfPresent(TextState.self, forKey: .message),
      buttons: try members.decodeIfPresent([ButtonState<Action>].self, forKey: .buttons) ?? [])
  }
}
