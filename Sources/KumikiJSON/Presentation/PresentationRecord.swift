package import KumikiValues

/// The place of a slot.
protocol PresentationPlace: AnyObject {
  /// Ends the presentations inside the slot.
  func endSlotsBelow()
  /// Called after the slot has come to present something, or nothing any more.
  func noteKept()
}

/// The identity of a presentation, kept beside a JSON state. A write to exactly the slot's path takes effect
/// immediately; after a write to a container around it, the operator compares at its next access.
package final class PresentationRecord {
  package let options: JSONSlotOptions
  private var presentation: Presentation<JSONIdentity>? {
    didSet {
      let isOther = (presentation == nil) != (serial == 0)
      serial = presentation?.serial ?? 0
      isEphemeral = presentation?.isEphemeral ?? false
      caseHere = presentation?.identity.caseName?.step.pointee
      if isOther { place?.noteKept() }
    }
  }
  package var id: PresentationID? { presentation?.id }
  // Same as `presentation`, without reference counting. For code that runs on every step.
  /// 0 if nothing is presented.
  package private(set) var serial: UInt64 = 0
  package private(set) var isEphemeral = false
  /// Whether something may be presented here: something is, or a value may be here that nobody has compared yet.
  var mayPresent: Bool { serial != 0 || isUnseen || !isSetUp }
  /// Whether what comes here is compared at once, because an operator requires the slot. Of one that a reader has chosen
  /// it is when it is looked at.
  var isSetUp = false { didSet { if isSetUp != oldValue { place?.noteKept() } } }
  /// Whether a value may be here that is compared when it is looked at: it was presented before, or a feature in another
  /// language has written it.
  var isUnseen = false { didSet { if isUnseen != oldValue { place?.noteKept() } } }
  private var names = JSONCaseNames()
  /// The name of the presented case, owned by the identity.
  private var caseHere: JSONPointer.Segment?
  /// The document's counters when the slot was last compared, and the value then.
  private var seenWrites: UInt64 = 0
  private var seenStructure: UInt64 = 0
  private var seenNode: JSONNode?
  // Copies of options that are read at every step, so that the options are not retained.
  private let hasIDs: Bool
  private let identifiers: Identifiers
  /// The place of the slot, which owns this record. Presentations inside the slot end with it.
  unowned var place: (any PresentationPlace)?

  package init(_ options: JSONSlotOptions, _ identifiers: Identifiers) {
    self.options = options
    hasIDs = options.idKey != nil
    self.identifiers = identifiers
  }

  /// The record of the same presentation, for a copy of the state.
  convenience init(copying other: PresentationRecord) {
    self.init(other.options, other.identifiers)
    copy(other.presentation)
    (isSetUp, isUnseen) = (other.isSetUp, other.isUnseen)
  }

  // In a method, because an initializer does not call property observers.
  private func copy(_ other: Presentation<JSONIdentity>?) { presentation = other }

  /// Whether the presented value is an enum, which changes its case only as a whole.
  var keepsItsCase: Bool { serial != 0 && options.kind == .enumeration }

  /// Compares with the current value, unless nothing was written since the last call.
  ///
  /// - Parameters: the value, and the document's counters of writes and of changes to its structure.
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
    (seenNode, seenWrites, seenStructure) = (node, writes, structure)
    return before != 0 && serial != before
  }

  /// The serial, if nothing was written since the last comparison; otherwise nil.
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

  /// Called when the containers around the slot have appeared (again). A value in it is then new.
  func appeared(_ node: JSONNode?) {
    if serial == 0 { reconcile(node) }
  }

  /// Called when the slot has got a value, or none.
  func arrive(_ node: JSONNode?, _ arrival: Presentation<JSONIdentity>.Arrival) {
    guard let identity = JSONIdentity(node, options, &names) else { return end() }
    let isEphemeral = options.isEphemeral(identity.caseName)
    if presentation?.goesOn(as: identity, arrival) == true {
      presentation?.become(identity, isEphemeral: isEphemeral)
      return
    }
    if serial != 0 { place?.endSlotsBelow() }
    var id: PresentationID?
    if case .presented(let given) = arrival { id = given }
    presentation = Presentation(
      identity, isEphemeral: isEphemeral, id: id ?? .next(from: identifiers))
  }

  func end() {
    guard serial != 0 else { return }
    forget()
    isUnseen = false
    place?.endSlotsBelow()
  }

  /// Ends the presentation of a value that is still here.
  func forget() {
    if serial != 0 { isUnseen = true }
    presentation = nil
    seenWrites = 0
    seenStructure = 0
  }
}
