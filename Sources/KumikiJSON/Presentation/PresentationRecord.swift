package import KumikiValues

/// The place of a slot, which a lower folder does not know.
package class PresentationPlace {
  /// Ends the presentations inside the slot.
  func endSlotsBelow() {}
  /// Called after the slot has started or stopped presenting a value.
  func noteKept() {}
}

/// The presentation of a slot in a JSON state. A write to exactly the slot's path takes effect immediately.
/// After a write to a container around the slot, the operator compares the value at its next access.
package final class PresentationRecord {
  package let options: JSONSlotOptions
  private var presentation: Presentation<JSONIdentity>?
  package var id: PresentationID? { presentation?.id }
  // The same as `presentation`, without reference counting. For code that runs on every step.
  /// 0 if nothing is presented.
  package private(set) var serial: UInt64 = 0
  package private(set) var isEphemeral = false
  /// Whether a value may be presented here: one is presented, or a value was not yet compared.
  var mayPresent: Bool { serial != 0 || isUnseen || !isSetUp }
  /// Whether a new value is compared immediately, because an operator requires the slot. A slot chosen by a
  /// dynamic reducer is compared only when it is accessed.
  var isSetUp = false { didSet { noteKept() } }
  /// Whether the value is compared only at the next access, because it was presented before or a feature in
  /// another language has written it.
  var isUnseen = false { didSet { noteKept() } }
  /// `mayPresent`, as the place knows it.
  private var mightPresent = true
  private var names = JSONCaseNames()
  /// The name of the presented case, owned by the identity.
  private var caseHere: JSONPointer.Segment?
  /// The document's counters and the value when the slot was last compared.
  private var seenWrites: UInt64 = 0
  private var seenStructure: UInt64 = 0
  private var seenNode: JSONNode?
  // Copies of options that are read at every step, so that the options are not retained.
  private let hasIDs: Bool
  private let mayBeEphemeral: Bool
  private let identifiers: Identifiers
  /// The place of the slot, which owns this record, and resets this. Presentations inside the slot end with the place.
  var place: Uncounted<PresentationPlace>?

  package init(_ options: JSONSlotOptions, _ identifiers: Identifiers) {
    self.options = options
    hasIDs = options.idKey != nil
    mayBeEphemeral = options.isEphemeral || !options.ephemeralCases.isEmpty
    self.identifiers = identifiers
  }

  /// Makes a record of the same presentation, for a copy of the state.
  convenience init(copying other: PresentationRecord) {
    self.init(other.options, other.identifiers)
    if let presentation = other.presentation { begin(presentation) }
    (isSetUp, isUnseen) = (other.isSetUp, other.isUnseen)
  }

  private func begin(_ new: consuming Presentation<JSONIdentity>) {
    serial = new.serial
    isEphemeral = new.isEphemeral
    caseHere = new.identity.caseName?.step.pointee
    presentation = consume new
    noteKept()
  }

  /// Continues the presentation of a former reducer's slot, if it has the same id.
  func take(over former: PresentationRecord?) {
    guard let former, former.serial != 0, former.id == id else { return }
    presentation?.take(serial: former.serial)
    serial = former.serial
  }

  @inline(__always)
  private func noteKept() {
    if mayPresent == mightPresent { return }
    mightPresent.toggle()
    place?.with { $0.noteKept() }
  }

  /// Whether the presented value is an enum, which changes its case only as a whole.
  var keepsItsCase: Bool { serial != 0 && options.kind == .enumeration }

  /// Compares with the current value, unless nothing was written since the last call.
  ///
  /// - Parameters: the value, and the document's counters of writes and of structural changes.
  /// - Returns: whether a change in place has ended a presentation.
  @inline(__always)
  func reconcile(_ node: JSONNode?, _ writes: UInt64, _ structure: UInt64) -> Bool {
    if node == seenNode, writes == seenWrites { return false }
    // If the container and its members are unchanged, so is the presentation, unless a member is its id.
    if !hasIDs, let node, node == seenNode, structure == seenStructure, node.isContainer {
      seenWrites = writes
      return false
    }
    let before = serial
    reconcile(node)
    see(node, writes, structure)
    return before != 0 && serial != before
  }

  /// Records that the serial number belongs to `node` until the next write.
  func see(_ node: JSONNode?, _ writes: UInt64, _ structure: UInt64) {
    (seenNode, seenWrites, seenStructure) = (node, writes, structure)
  }

  /// Returns the serial number if nothing was written since the last comparison; otherwise nil.
  func serial(settledAt writes: UInt64) -> UInt64? { seenWrites == writes ? serial : nil }

  /// Compares with the current value.
  package func reconcile(_ node: JSONNode?) {
    defer { if isUnseen { isUnseen = false } }
    if let caseHere, !hasIDs, let node, caseHere.isCase(of: node) { return }
    if let presentation {
      if presentation.identity.isThat(of: node, options) { return }
    } else if node?.isNull ?? true {
      return
    }
    arrive(node, .changed)
  }

  /// Compares a value after the containers around the slot have appeared (again). The value is then new.
  func appeared(_ node: JSONNode?) {
    if serial == 0 { reconcile(node) }
  }

  /// Updates the presentation after the slot's value was written or removed.
  func arrive(_ node: JSONNode?, _ arrival: Presentation<JSONIdentity>.Arrival) {
    // Only the key is read, because a copy of the options would be counted.
    let idKey = hasIDs ? options.idKey : nil
    guard let identity = JSONIdentity(node, options.kind, idKey, &names) else { return end() }
    let isEphemeral = mayBeEphemeral && options.isEphemeral(identity.caseName)
    if serial != 0 {
      if var presentation, presentation.continues(as: identity, arrival) {
        presentation.become(identity, isEphemeral: isEphemeral)
        return begin(presentation)
      }
      place?.with { $0.endSlotsBelow() }
    }
    var id: PresentationID?
    if case .presented(let given) = arrival { id = given }
    begin(
      Presentation(identity, isEphemeral: isEphemeral, id: id ?? .next(from: identifiers)))
  }

  func end() {
    guard serial != 0 else { return }
    forget()
    isUnseen = false
    place?.with { $0.endSlotsBelow() }
  }

  /// Ends the presentation of a value that is still present.
  func forget() {
    if serial != 0 { isUnseen = true }
    (serial, isEphemeral, caseHere, presentation) = (0, false, nil, nil)
    noteKept()
    see(nil, 0, 0)
  }
}
