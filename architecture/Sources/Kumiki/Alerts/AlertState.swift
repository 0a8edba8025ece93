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
/// Each new alert gets its own `id`, so that showing an equal alert again differs from keeping the first
/// one. Equality, hashing and coding ignore the id.
public struct AlertState<Action>: QuestionState {
  private var mark = EphemeralMark()
  /// The headline.
  public var title: TextState
  /// The text below the headline.
  public var message: TextState?
  /// The buttons, in the order in which they are shown.
  public var buttons: [ButtonState<Action>]

  public var id: EphemeralID { mark.id }

  /// The same alert with each button's action replaced by the result of `transform`.
  public func map<NewAction>(
    _ transform: (_ action: Action?) -> NewAction?
  ) -> AlertState<NewAction> {
    .init(mark: mark, title: title, message: message, buttons: buttons.map { $0.map(transform) })
  }

  private enum CodingKeys: CodingKey { case title, message, buttons }
}

extension AlertState {
  /// An alert with a title, buttons and a message.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: () -> TextState? = { nil }
  ) {
    self.init(mark: EphemeralMark(), title: title(), message: message(), buttons: actions())
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}
