/// A button of an alert or dialog, with what it is for and the action that it sends.
///
///     ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
///
/// Each button that is made has an `id` of its own, which equality, hashing and coding ignore.
public struct ButtonState<Action>: Identifiable {
  private let mark: EphemeralMark
  /// What the button is for; nil: nothing that a view shows in a way of its own.
  public var role: ButtonStateRole?
  /// What pressing it sends.
  public var action: ButtonStateAction<Action>
  /// The text on the button.
  public var label: TextState

  /// A button that sends what `action` says; without one it only closes.
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

  private init(
    mark: EphemeralMark, role: ButtonStateRole?, action: ButtonStateAction<Action>, label: TextState
  ) {
    self.mark = mark
    self.role = role
    self.action = action
    self.label = label
  }

  public var id: EphemeralID { mark.id }

  /// The same button, sending what `transform` makes of its action.
  public func map<NewAction>(
    _ transform: (_ action: Action?) -> NewAction?
  ) -> ButtonState<NewAction> {
    .init(mark: mark, role: role, action: action.map(transform), label: label)
  }

  /// Calls `perform` with what the button sends; nil if it only closes. What it sends to a store is told
  /// with the button's animation.
  public func withAction(_ perform: (_ action: Action?) -> Void) {
    guard let animation = action.animation else { return perform(action.action) }
    withAnimation(animation) { perform(action.action) }
  }

  private enum CodingKeys: CodingKey { case label, role, action }
}

/// What a button is for, by which a view places and paints it.
public enum ButtonStateRole: String, Codable, Sendable {
  /// It changes nothing: the way out.
  case cancel
  /// It does what cannot be taken back.
  case destructive
}

/// What pressing a button sends.
public struct ButtonStateAction<Action> {
  /// The action; nil: pressing the button only closes.
  public var action: Action?
  /// How views are to show what the action changes; nil: nothing is said of it.
  public var animation: Animation?

  /// Sends an action; nil: none.
  public static func send(_ action: Action?) -> Self { Self(action: action, animation: nil) }

  /// Sends an action whose changes are told with an animation.
  public static func send(_ action: Action?, animation: Animation?) -> Self {
    Self(action: action, animation: animation)
  }

  /// The same with what `transform` makes of the action.
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
