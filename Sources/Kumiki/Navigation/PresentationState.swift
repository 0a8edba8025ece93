/// A feature that may be presented: null or a value, with an identity that is not part of it.
///
///     struct State {
///       @PresentationState var destination: Destination.State?
///     }
///
/// Writing a value where there was none presents it; writing null dismisses. A value of the same case
/// keeps the presentation and its effects; another case, another `id` of the value (where it, or the
/// case's payload, is `Identifiable`) or an alert is a new presentation. Equality, hashing and
/// coding see the value alone. The value lives in a box that is copied when it is shared and
/// written, so a state may contain itself.
@propertyWrapper
public struct PresentationState<State>: PresentationSlot {
  @usableFromInline
  final class Box {
    // Unchecked: reached through a struct that is accessed exclusively, and unique before a write.
    // Checked, a state nested n deep would cost O(n²) a step.
    @usableFromInline @exclusivity(unchecked) var value: State?
    @usableFromInline @exclusivity(unchecked) var id: PresentationID
    @usableFromInline @exclusivity(unchecked) var serial: UInt64
    @usableFromInline @exclusivity(unchecked) var identity: PresentedIdentity
    @usableFromInline unowned(unsafe) let type: PresentedType

    /// A presentation of its own.
    @inlinable
    init(_ value: State, id: PresentationID?) {
      let type = PresentedType.of(State.self)._withUnsafeGuaranteedRef { $0 }
      self.type = type
      identity = type.isFixed ? .fixed : type.identity(of: value)
      self.value = value
      self.id = id ?? .next()
      serial = Serial.next()
    }

    /// The same presentation, in a box of its own.
    @inlinable
    init(copying other: Box) {
      value = other.value
      id = other.id
      serial = other.serial
      identity = other.identity
      type = other.type
    }
  }

  /// Nil while nothing is presented.
  @usableFromInline var box: Box?

  @inlinable
  init(box: Box?) { self.box = box }

  /// Nothing presented.
  @inlinable
  static var empty: Self { Self(box: nil) }

  @inlinable
  public init(wrappedValue: State?) {
    if let wrappedValue { box = Box(wrappedValue, id: nil) }
  }

  @inlinable
  public init(projectedValue: Self) { self = projectedValue }

  @inlinable
  public var projectedValue: Self {
    get { self }
    _modify { yield &self }
  }

  public var wrappedValue: State? {
    @inlinable get { box?.value }
    @inlinable _modify {
      var value = takeValue()
      defer { putBack(value) }
      yield &value
    }
    @inlinable set {
      guard let newValue else { return dismiss() }
      assign(newValue)
    }
  }

  /// The id of the presentation; nil while nothing is presented.
  public var id: PresentationID? { box?.id }

  @inlinable
  public var serial: UInt64 { box?.serial ?? 0 }

  @inlinable
  public var isEphemeral: Bool { box?.identity.payload == .ephemeral }
}

extension PresentationState {
  /// What an assignment means for the identity: the same case and `id` go on, all else is new. So is
  /// an alert shown again.
  @inlinable
  mutating func assign(_ value: State) {
    guard box != nil, continues(box!, with: value) else {
      box = Box(value, id: nil)
      return
    }
    makeUnique()
    box!.value = value
  }

  @usableFromInline
  func continues(_ box: Box, with value: State) -> Bool {
    if box.type.isFixed { return true }
    return box.identity.payload != .ephemeral && box.identity == box.type.identity(of: value)
  }

  /// Takes the value out for a change in place, so that a copy is made only where it is shared.
  @inlinable
  mutating func takeValue() -> State? {
    guard box != nil else { return nil }
    makeUnique()
    return box!.value.take()
  }

  @inlinable
  mutating func putBack(_ value: State?) {
    guard let value else { return dismiss() }
    guard let box else {
      self.box = Box(value, id: nil)
      return
    }
    box.value = value
    reconcile()
  }

  @usableFromInline
  mutating func makeUnique() {
    // The box must not be held by a variable here: it would be shared for that alone.
    guard box != nil, !isKnownUniquelyReferenced(&box!) else { return }
    box = Box(copying: box!)
  }

  @inlinable @inline(__always)
  public mutating func reconcile() {
    if box == nil || box!.type.isFixed { return }
    reconcileOther()
  }

  /// The same for a type whose values may become another presentation by being written.
  @inlinable @inline(never)
  mutating func reconcileOther() {
    if box!.value != nil, box!.type.keeps(box!.identity, box!.value!) { return }
    reconcileIdentity()
  }

  @usableFromInline
  mutating func reconcileIdentity() {
    guard let box, let value = box.value, box.type.identity(of: value) != box.identity else {
      return
    }
    self.box = Box(value, id: nil)
  }

  @inlinable
  public mutating func modifyPresented<Result>(_ body: (inout State) -> Result) -> Result? {
    guard box != nil else { return nil }
    if !isKnownUniquelyReferenced(&box!) { makeUnique() }
    // This slot holds the box and is held itself: the box need not be counted meanwhile.
    let result = Unmanaged.passUnretained(box!)._withUnsafeGuaranteedRef { body(&$0.value!) }
    reconcile()
    return result
  }

  @inlinable
  public mutating func present(_ source: State, id: PresentationID?) {
    guard let box, let id, box.id == id else {
      self.box = Box(source, id: id)
      return
    }
    // An id that was given is authoritative: effects live on even if the case differs.
    makeUnique()
    self.box!.value = source
    self.box!.identity = self.box!.type.identity(of: source)
  }

  @inlinable
  public mutating func dismiss() { box = nil }

  /// This value as the presentation that another state holds, if it has the same case and id, so that
  /// its effects go on; else as a new one.
  package func continuing(_ other: Self?, _ identifiers: Identifiers) -> Self {
    guard let box else { return self }
    let made = Box(copying: box)
    if let old = other?.box, old.identity == box.identity {
      made.id = old.id
      made.serial = old.serial
    } else {
      made.id = identifiers.presentationID()
    }
    return Self(box: made)
  }
}

extension PresentationState {
  /// The payload of one case: nil in another. Writing to a case that is not the presented one changes
  /// nothing and is the issue `write-wrong-case`.
  public subscript<Value>(case path: CaseKeyPath<State, Value>) -> Value?
  where State: CasePathable {
    get { wrappedValue.flatMap(State.allCasePaths[keyPath: path].extract(from:)) }
    set {
      let path = State.allCasePaths[keyPath: path]
      guard let value = wrappedValue, path.extract(from: value) != nil else {
        ReduceContext.report(
          .writeWrongCase,
          "a case that is not the one presented was written; nothing changed. "
            + "Assign the whole value to present another case.", label: "")
        return
      }
      wrappedValue = newValue.map(path.embed)
    }
  }
}

extension PresentationID {
  /// The next id of the store that is reducing or being made; unique elsewhere.
  @usableFromInline
  static func next() -> Self { next(from: nil) }

  /// - Parameter identifiers: the store's generator where nothing is being reduced.
  package static func next(from identifiers: Identifiers?) -> Self {
    if let context = ReduceContext.current, !context.pointee.dependencies.hasOverrides {
      return generated(by: identifiers ?? context.pointee.identifiers)
    }
    if let generator = DependencyValues.ambient(PresentationIDKey.self) { return generator() }
    return generated(by: identifiers ?? ReduceContext.current?.pointee.identifiers)
  }

  /// The next id of a store's own generator, whatever the dependencies say.
  static func generated(by identifiers: Identifiers?) -> Self {
    identifiers?.presentationID() ?? .unique()
  }
}

// The identity is no part of the value. An untouched copy shares the box: compared at once.

extension PresentationState: Equatable where State: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.box?.value == right.box?.value
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(box?.value) }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(box?.value)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(State.self))
  }
}

// The box is shared by copies but written only by the unique one.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: box?.value as Any) }
}
