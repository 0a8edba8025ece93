/// A button of an alert or dialog: its role, its label and the action that it sends.
///
///     ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
///
/// Each new button gets an `id` of its own, which equality, hashing and coding ignore.
public struct ButtonState<Action>: Identifiable {
  private var mark = EphemeralMark()
  /// The button's purpose; nil for an ordinary button.
  public var role: ButtonStateRole?
  /// The action that a press sends.
  public var action: ButtonStateAction<Action>
  /// The text on the button.
  public var label: TextState

  public var id: EphemeralID { mark.id }

  /// The same button with its action replaced by the result of `transform`.
  public func map<NewAction>(
    _ transform: (_ action: Action?) -> NewAction?
  ) -> ButtonState<NewAction> {
    .init(mark: mark, role: role, action: action.map(transform), label: label)
  }

  /// Calls `perform` with the button's action, or with nil if it only closes. The changes of an action that
  /// `perform` sends to a store carry the button's animation.
  public func withAction(_ perform: (_ action: Action?) -> Void) {
    guard let animation = action.animation else { return perform(action.action) }
    withAnimation(animation) { perform(action.action) }
  }

  private enum CodingKeys: CodingKey { case label, role, action }
}

extension ButtonState {
  /// A button that sends `action`; by default it sends nothing and only closes.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.init(mark: EphemeralMark(), role: role, action: action, label: label())
  }

  /// A button that sends an action.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }
}

/// The purpose of a button. Views place and colour a button by its role.
public enum ButtonStateRole: String, Codable, Sendable {
  /// Backs out and changes nothing.
  case cancel
  /// Does something that cannot be undone.
  case destructive
}

/// The action that a press of a button sends.
public struct ButtonStateAction<Action> {
  /// The action; nil: pressing the button only closes.
  public var action: Action?
  /// The animation for the action's changes; nil: none is given.
  public var animation: Animation?

  /// Sends an action, or nothing for nil.
  public static func send(_ action: Action?) -> Self { Self(action: action, animation: nil) }

  /// Sends an action and gives its changes an animation.
  public static func send(_ action: Action?, animation: Animation?) -> Self {
    Self(action: action, animation: animation)
  }

  /// Returns a copy with the action replaced by the result of `transform`.
  public func map<NewAction>(
    _ transform: (_ action: Action?) -> NewAction?
  ) -> ButtonStateAction<NewAction> {
    .init(action: transform(action), animation: animation)
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(label, forKey: .label)
    try members.encodeIfPresent(role, forKey: .role)
    try members.encodeIfPresent(action.action, forKey: .action)
  }
}

extension ButtonState: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      mark: EphemeralMark(),
      role: try members.decodeIfPresent(ButtonStateRole.self, forKey: .role),
      action: .send(try members.decodeIfPresent(Action.self, forKey: .action)),
      label: try members.decode(TextState.self, forKey: .label))
  }
}
