/// A state that is shown once and goes with its own first action: an alert, a dialog.
///
/// The engine dismisses it when an action of its case has been handled.
public protocol EphemeralState {}

/// A button of an alert or dialog, with the action that it sends.
public struct ButtonState<Action> {
  /// The text on the button.
  public var label: String
  /// What pressing it sends; nil: it only closes.
  public var action: Action?

  /// A button with its text and what pressing it sends.
  public init(_ label: String, action: Action? = nil) {
    self.label = label
    self.action = action
  }
}

/// An alert: a title, a message, and buttons that each send an action.
///
/// Each alert that is made has an `id` of its own, so that showing an equal one again differs from leaving
/// the first one up. Equality, hashing and coding ignore it.
public struct AlertState<Action>: EphemeralState, Identifiable {
  private let _id = EphemeralMark()
  /// The headline.
  public var title: String
  /// What stands below the headline.
  public var message: String?
  /// The buttons, in the order in which they are shown.
  public var buttons: [ButtonState<Action>]

  /// An alert with its texts and buttons.
  public init(title: String, message: String? = nil, buttons: [ButtonState<Action>] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  public var id: EphemeralID { EphemeralID(serial: _id.serial) }

  private enum CodingKeys: CodingKey { case title, message, buttons }
}

/// A confirmation dialog: like an alert, attached to what it asks about.
public struct ConfirmationDialogState<Action>: EphemeralState, Identifiable {
  private let _id = EphemeralMark()
  /// The headline.
  public var title: String
  /// What stands below the headline.
  public var message: String?
  /// The buttons, in the order in which they are shown.
  public var buttons: [ButtonState<Action>]

  /// A dialog with its texts and buttons.
  public init(title: String, message: String? = nil, buttons: [ButtonState<Action>] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  public var id: EphemeralID { EphemeralID(serial: _id.serial) }

  private enum CodingKeys: CodingKey { case title, message, buttons }
}

/// Distinguishes two alerts with the same contents.
public struct EphemeralID: Hashable, Sendable {
  fileprivate let serial: UInt64
}

/// Makes an id that equality and hashing do not see.
private struct EphemeralMark: Hashable {
  let serial = Serial.next()

  static func == (_: Self, _: Self) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}
extension ButtonState: Encodable where Action: Encodable {}
extension ButtonState: Decodable where Action: Decodable {}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}
extension ConfirmationDialogState: Encodable where Action: Encodable {}
extension ConfirmationDialogState: Decodable where Action: Decodable {}

/// The rule for typed states: an action is an alert's own where it is in the case of the same name,
/// or where the whole slot is the alert.
public struct TypedEphemeralRule<State, Action>: EphemeralRule {
  /// The rule of typed states.
  @inlinable
  public init() {}

  public func isOwn(_ action: Action, of state: State) -> Bool {
    guard EnumTag.isEnum(State.self) else { return true }
    return Mirror(reflecting: state).children.first?.label
      == describeAction(action).casePath.split(separator: ".").first.map(String.init)
  }
}
