/// A presentation in a slot, and the rule that decides whether a new value continues it or starts another presentation.
/// Used for slots of typed state and for slots in JSON.
@usableFromInline
package struct Presentation<Identity: Hashable> {
  @usableFromInline package private(set) var id: PresentationID
  /// A number that is unique to this presentation.
  @usableFromInline package private(set) var serial: UInt64
  /// The value's case and `id`, which distinguish it from other values.
  @usableFromInline package private(set) var identity: Identity
  /// Whether the value is an alert or dialog, which an action of its own dismisses.
  @usableFromInline package private(set) var isEphemeral: Bool

  /// Creates a new presentation.
  @inlinable
  package init(_ identity: Identity, isEphemeral: Bool, id: PresentationID) {
    self.id = id
    serial = Serial.next()
    self.identity = identity
    self.isEphemeral = isEphemeral
  }

  /// How a value arrived in a slot.
  @usableFromInline
  package enum Arrival {
    /// The slot was written.
    case assigned
    /// The value was changed in place, or the value around the slot was written.
    case changed
    /// An action presented the value, with or without an id.
    case presented(PresentationID?)
  }

  /// Whether the presentation, with its effects, continues when a value with this identity arrives.
  ///
  /// It continues if the case and `id` are the same, except that an alert shown again is a new presentation. If an
  /// action presents the value, only the presentation id decides, whatever the case.
  @inlinable
  package func continues(as other: @autoclosure () -> Identity, _ arrival: Arrival) -> Bool {
    switch arrival {
    case .assigned: !isEphemeral && identity == other()
    case .changed: identity == other()
    case .presented(let id): id == self.id
    }
  }

  /// Continues the presentation with another value.
  @inlinable
  package mutating func become(_ identity: Identity, isEphemeral: Bool) {
    self.identity = identity
    self.isEphemeral = isEphemeral
  }

  /// Changes the id of the presentation, in a state that was created elsewhere.
  package mutating func take(_ id: PresentationID) { self.id = id }

  /// Continues a presentation that another record had.
  package mutating func take(serial: UInt64) { self.serial = serial }
}
