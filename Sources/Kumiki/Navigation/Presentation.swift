/// What is presented in a slot, and the one rule by which it goes on or another comes up in its place: for
/// slots of typed state and for slots in JSON.
@usableFromInline
package struct Presentation<Identity: Hashable> {
  @usableFromInline package private(set) var id: PresentationID
  /// A number that no other presentation has.
  @usableFromInline package private(set) var serial: UInt64
  /// What tells the value from another: its case, and its `id`.
  @usableFromInline package private(set) var identity: Identity
  /// It is an alert or dialog, which goes with an action of its own.
  @usableFromInline package private(set) var isEphemeral: Bool

  /// Another one than all before.
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
    /// It was changed in place, or what is around the slot was written.
    case changed
    /// An action presents it, under an id of its own or under none.
    case presented(PresentationID?)
  }

  /// Whether what is up goes on, and its effects with it, where a value of this identity has come.
  ///
  /// The same case and `id` go on; but an alert that is shown again is another one. An id that an action
  /// brings decides alone, whatever the case.
  @inlinable
  package func goesOn(as other: @autoclosure () -> Identity, _ arrival: Arrival) -> Bool {
    switch arrival {
    case .assigned: !isEphemeral && identity == other()
    case .changed: identity == other()
    case .presented(let id): id == self.id
    }
  }

  /// What is up has become another value, and goes on.
  @inlinable
  package mutating func become(_ identity: Identity, isEphemeral: Bool) {
    self.identity = identity
    self.isEphemeral = isEphemeral
  }

  /// The same value under another id: in a state that was made elsewhere.
  package mutating func take(_ id: PresentationID) { self.id = id }
}
