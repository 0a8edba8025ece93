/// What is presented in a slot, and the rule for when a new value continues it or begins another
/// presentation. For slots of typed state and for slots in JSON.
@usableFromInline
package struct Presentation<Identity: Hashable> {
  @usableFromInline package private(set) var id: PresentationID
  /// A number that no other presentation has.
  @usableFromInline package private(set) var serial: UInt64
  /// What tells the value from others: its case, and its `id`.
  @usableFromInline package private(set) var identity: Identity
  /// Whether it is an alert or dialog, which is dismissed by an action of its own.
  @usableFromInline package private(set) var isEphemeral: Bool

  /// Makes a new presentation.
  @inlinable
  package init(_ identity: Identity, isEphemeral: Bool, id: PresentationID) {
    self.id = id
    serial = Serial.next()
    self.identity = identity
    self.isEphemeral = isEphemeral
  }

  /// How a value came to be in a slot.
  @usableFromInline
  package enum Arrival {
    /// The slot was written.
    case assigned
    /// It was changed in place, or the value around the slot was written.
    case changed
    /// An action presents it, with an id or without one.
    case presented(PresentationID?)
  }

  /// Whether the presentation, with its effects, goes on when a value of this identity arrives.
  ///
  /// It does with the same case and `id`, except that an alert shown again is a new presentation. If an
  /// action presents the value, its id alone decides, whatever the case.
  @inlinable
  package func goesOn(as other: @autoclosure () -> Identity, _ arrival: Arrival) -> Bool {
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

  /// Gives the presentation another id, in a state that was made elsewhere.
  package mutating func take(_ id: PresentationID) { self.id = id }
}
