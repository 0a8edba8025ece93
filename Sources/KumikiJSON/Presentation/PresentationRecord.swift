package import Kumiki

/// The identity of a presentation in a JSON state, kept beside it. A write to exactly the slot's path
/// decides at once; after one to a container around it the operator compares when it looks next.
package final class PresentationRecord {
  package let options: JSONSlotOptions
  private var presentation: Presentation<JSONIdentity>? {
    didSet {
      serial = presentation?.serial ?? 0
      isEphemeral = presentation?.isEphemeral ?? false
      caseHere = presentation?.identity.caseName?.step.pointee
    }
  }
  package var id: PresentationID? { presentation?.id }
  // As `presentation`, for those who look at every step and must not count.
  /// 0 where nothing is presented.
  package private(set) var serial: UInt64 = 0
  package private(set) var isEphemeral = false
  private var names = JSONCaseNames()
  /// The name of the case that is presented, which the identity holds.
  private var caseHere: JSONPointer.Segment?
  /// The document's numbers when the slot was last looked at, and what was there.
  private var seenWrites: UInt64 = 0
  private var seenStructure: UInt64 = 0
  private var seenNode: JSONNode?
  // Copies of options that are read at every step, without retaining the options.
  private let hasIDs: Bool
  private let identifiers: Identifiers
  /// Where the slot is: what is presented inside it ends with it. The place owns this record.
  var place: Uncounted<WatchedNode>?

  package init(_ options: JSONSlotOptions, _ identifiers: Identifiers) {
    self.options = options
    hasIDs = options.idKey != nil
    self.identifiers = identifiers
  }

  /// The record of the same presentation for a copy of the state.
  convenience init(copying other: PresentationRecord) {
    self.init(other.options, other.identifiers)
    copy(other.presentation)
  }

  // An initializer does not call what observes a property.
  private func copy(_ other: Presentation<JSONIdentity>?) { presentation = other }

  /// What another operator has presented in this slot stays up, under its id.
  func goOn(from former: PresentationRecord, _ node: JSONNode?) {
    if let id = former.id { arrive(node, .presented(id)) }
  }

  /// What is presented is an enum, which moves to another case only as a whole.
  var keepsItsCase: Bool { serial != 0 && options.kind == .enumeration }

  /// Compares with what is there now, unless nothing was written since the last call.
  @inline(__always)
  func reconcile(_ node: JSONNode?, in document: JSONDocument) {
    if node == seenNode, document.writes == seenWrites { return }
    // If the container and its members are unchanged, so is the presentation, unless a member is its id.
    if !hasIDs, let node, node == seenNode, document.structure == seenStructure, node.isContainer {
      return
    }
    let before = serial
    reconcile(node)
    if before != 0, serial != before { place?.object.touchSlotsBelow(document) }
    seenWrites = document.writes
    seenStructure = document.structure
    seenNode = node
  }

  /// Compares with what is there now.
  package func reconcile(_ node: JSONNode?) {
    if let caseHere, !hasIDs, let node, caseHere.isCase(of: node) { return }
    if let presentation {
      if presentation.identity.isThat(of: node, options) { return }
    } else if node?.isNull ?? true {
      return
    }
    arrive(node, .changed)
  }

  /// Called when the containers around the slot have appeared (again): what is in it then is new.
  func appeared(_ node: JSONNode?) {
    if serial == 0 { reconcile(node) }
  }

  /// A value has come to be in the slot, or nothing.
  func arrive(_ node: JSONNode?, _ arrival: Presentation<JSONIdentity>.Arrival) {
    guard let identity = JSONIdentity(node, options, &names) else { return end() }
    let isEphemeral = options.isEphemeral(identity.caseName)
    if presentation?.goesOn(as: identity, arrival) == true {
      presentation?.become(identity, isEphemeral: isEphemeral)
      return
    }
    if serial != 0 { place?.object.endSlotsBelow() }
    var id: PresentationID?
    if case .presented(let given) = arrival { id = given }
    presentation = Presentation(
      identity, isEphemeral: isEphemeral, id: id ?? .next(from: identifiers))
  }

  func end() {
    guard serial != 0 else { return }
    forget()
    place?.object.endSlotsBelow()
  }

  func forget() {
    presentation = nil
    seenWrites = 0
    seenStructure = 0
  }
}
