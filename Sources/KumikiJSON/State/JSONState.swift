package import KumikiValues

/// A cursor into a JSON state: the part that a reducer works on, during its call.
///
/// A trivial struct that retains nothing. A step down makes another cursor, which points back to its parent. A
/// write follows these pointers up to make the containers on its path unique, and updates every cursor on the
/// path.
public struct JSONState {
  /// The value here; nil if it is missing.
  package var node: JSONNode?
  let parent: JSONCursor?
  /// The step from the parent. The pointer or case that made the step owns it. Nil at the root.
  let segment: JSONSegmentRef?
  /// jansson's iterator at this member of the object above; nil in an array, and if the member is missing. It
  /// stays valid because, while a cursor exists, only writes through the cursor change its member.
  var member: JSONMember?
  /// The cursor below, on the path of a write; set only while that path is made unique.
  var next: JSONCursor?
  /// Nil if this place and the places below have no observers and no operators.
  package internal(set) var place: Uncounted<JSONPlace>?
  /// Inside a row, the same place by the row's index, if it exists.
  var alias: Uncounted<JSONPlace>?
  package let document: Uncounted<JSONDocument>
  /// The number of containers from the root to here.
  let depth: Int

  /// Makes the cursor at the root. It is valid as long as the document.
  package init(_ document: JSONDocument) {
    node = document.root
    parent = nil
    segment = nil
    place = Uncounted(document.places)
    self.document = Uncounted(document)
    depth = 0
  }

  /// Reads the root again. Another cursor may have copied it since: the elements of paths get their ids when a
  /// reducer takes over the state.
  @inline(__always)
  mutating func returnToRoot() { node = document.with { $0.root } }

  @inline(__always)
  private init(
    below parent: JSONCursor, _ segment: JSONSegmentRef
  ) {
    self.parent = parent
    self.segment = segment
    document = parent.pointee.document
    depth = parent.pointee.depth + 1
    alias = parent.pointee.alias?.step(segment)
    let container = parent.pointee.node
    // Most steps lead to values without places.
    guard let above = parent.pointee.place else {
      if let container { (member, node) = segment.pointee.find(in: container) }
      return
    }
    guard above.with({ $0.rows.isAny }) else {
      place = above.step(segment)
      guard let container else { return }
      if let place {
        // A slot is entered again at each step.
        let structure = document.with { $0.burst.structure }
        (member, node) = place.with {
          $0.trace.find(segment, in: container, structure)
        }
      } else {
        (member, node) = segment.pointee.find(in: container)
      }
      return
    }
    if let container { (member, node) = segment.pointee.find(in: container) }
    stepToRow(above, segment)
  }

  @inline(__always)
  private init(
    below parent: JSONCursor, _ segment: JSONSegmentRef,
    at member: JSONMember
  ) {
    self.parent = parent
    self.segment = segment
    self.member = member
    node = member.value
    document = parent.pointee.document
    depth = parent.pointee.depth + 1
    alias = parent.pointee.alias?.step(segment)
    guard let above = parent.pointee.place else { return }
    if above.with({ $0.rows.isAny }) {
      stepToRow(above, segment)
    } else {
      place = above.step(segment)
    }
  }

  /// Finds a row's place by its id, because the place moves with the row.
  @inline(__always)
  private mutating func stepToRow(
    _ above: Uncounted<JSONPlace>, _ segment: JSONSegmentRef
  ) {
    place = above.row(of: node)
    if alias == nil { alias = above.step(segment) }
  }

  /// Sets up the operators' requirements for a row that a cursor reaches for the first time.
  @inline(__always)
  private mutating func reachRow(of array: JSONCursor) {
    guard let rows = array.pointee.rowsHere, rows.with({ $0.areWaiting }) else { return }
    setUpIfWaiting()
  }

  // Not inlined, because frames on the path count for each level of a state.
  @inline(never)
  private mutating func setUpIfWaiting() {
    if node == nil || place?.with({ $0.isSetUp }) == true { return }
    parent?.pointee.setUp(row: &self)
  }

  /// Updates the place of the row here after its id has changed.
  mutating func findPlaceOfRow() { place = parent?.pointee.place?.row(of: node) }

  /// Calls `body` with a cursor one step below, even if the value is missing. The segment must live as long as
  /// the call.
  @inline(__always)
  mutating func step<Result, Failure: Error>(
    _ segment: JSONSegmentRef,
    _ body: (inout JSONState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try JSONCursor.with(&self) { (here) throws(Failure) in
      var next = JSONState(below: here, segment)
      next.reachRow(of: here)
      return try body(&next)
    }
  }

  /// Calls `body` with a cursor at the payload of a case. Returns nil if the value is another case.
  @inline(__always)
  mutating func stepCase<Result>(
    _ name: JSONSegmentRef, _ body: (inout JSONState) -> Result
  ) -> Result? {
    guard let node else { return nil }
    guard let member = node.soleEntry else {
      return name.pointee.payload(of: node) == nil ? nil : step(name, body)
    }
    guard name.pointee.isKey(of: member) else { return nil }
    return JSONCursor.with(&self) { here in
      var next = JSONState(below: here, name, at: member)
      return body(&next)
    }
  }

  /// Calls `body` with a cursor at a place below. Returns nil if the place's container is missing.
  @inline(__always)
  package mutating func visit<Result, Failure: Error>(
    _ pointer: JSONPointer, _ body: (inout JSONState) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    defer { withExtendedLifetime(pointer) {} }
    return try visit(pointer.segments, body)
  }

  /// Calls `body` with a cursor at a place below, given by steps that live as long as the call.
  @inline(__always)
  mutating func visit<Result, Failure: Error>(
    _ segments: JSONSteps, _ body: (inout JSONState) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    // Most pointers have one step.
    if segments.isEmpty { return try body(&self) }
    guard segments.count == 1 else { return try visitFar(segments, body) }
    guard node?.isContainer == true else { return nil }
    return try step(segments.step(0), body)
  }

  /// Does the same. Not inlined, for code that does not run at each step.
  ///
  /// - Returns: whether the place was reached.
  @inline(never)
  @discardableResult
  mutating func reach(_ pointer: JSONPointer, _ body: (inout JSONState) -> Void) -> Bool {
    defer { withExtendedLifetime(pointer) {} }
    return visitFar(pointer.segments, body) != nil
  }

  @inline(never)
  private mutating func visitFar<Result, Failure: Error>(
    _ segments: JSONSteps, _ body: (inout JSONState) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var result: Result?
    var failure: Failure?
    walk(segments) { state in
      do throws(Failure) { result = try body(&state) } catch { failure = error }
    }
    if let failure { throw failure }
    return result
  }

  // Not generic, and dynamic, so that it is compiled once and not for each `body`.
  @inline(never)
  private dynamic mutating func walk(_ segments: JSONSteps, _ body: (inout JSONState) -> Void) {
    // No state is deeper.
    guard segments.count <= JSONLimits.standard.depth else { return }
    JSONCursor.with(&self) { first in
      // In an array, not in nested calls, because a pointer may have any number of steps.
      _ = JSONCursor.withStorage(for: segments.count) { cursors -> Void? in
        Self.walk(segments, from: first, cursors).map { body(&$0.pointee) }
      }
    }
  }

  /// Returns the cursor at the end of many steps; nil if a container on the path is missing.
  ///
  /// Not inlined, because the code of a step is long.
  @inline(never)
  private static func walk(
    _ segments: JSONSteps, from first: JSONCursor, _ cursors: JSONCursors
  ) -> JSONCursor? {
    var here = first
    for index in 0..<segments.count {
      guard here.pointee.node?.isContainer == true else { return nil }
      let above = here
      here = cursors.put(JSONState(below: above, segments.step(index)), at: index)
      here.pointee.reachRow(of: above)
    }
    return here
  }

  /// Records that values of this document may have moved.
  func noteStructure() { document.with { $0.burst.noteStructure() } }

  /// The container above and the step from it; nil at the root.
  @inline(__always)
  var above: (JSONCursor, JSONPointer.Segment)? {
    guard let parent, let segment else { return nil }
    return (parent, segment.pointee)
  }

  /// The pointer to this place as a string, for issues.
  package var path: String { keys.reduce(into: "") { $0.appendSegment($1) } }

  /// The steps from the root to here.
  var keys: [String] {
    var keys: [String] = []
    var cursor = self
    while let (parent, segment) = cursor.above {
      keys.append(segment.text)
      cursor = parent.pointee
    }
    keys.reverse()
    return keys
  }
}

extension Uncounted<JSONPlace> {
  @inline(__always)
  fileprivate func step(_ segment: JSONSegmentRef) -> Uncounted<JSONPlace>? {
    with { $0.child(segment.pointee) }
  }

  /// Returns the place of a row, by its id.
  func row(of node: JSONNode?) -> Uncounted<JSONPlace>? {
    with { place in
      guard !place.rowChildren.isEmpty, let node, let id = place.rows.known?.id(of: node) else {
        return nil
      }
      return place.rowChildren[JSONRowID(borrowing: id)].map { Uncounted($0) }
    }
  }
}
