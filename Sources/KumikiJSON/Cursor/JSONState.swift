internal import CJansson
internal import Kumiki

/// A cursor into a JSON state: where a reducer is, for the length of its call.
///
/// A trivial struct that counts nothing. A step down makes the next cursor, which points back to the
/// one it came from; a write goes up that way to make the containers on its path unique, and leaves
/// every cursor on it pointing at what is there now.
public struct JSONState {
  /// What is there; nil where there is nothing.
  package var node: JSONNode?
  private let parent: UnsafeMutablePointer<JSONState>?
  /// The step from the parent; its bytes live in the pointer or case that made it.
  private let segment: JSONPointer.Segment?
  /// Nil where nobody takes an interest in this place or anything below it.
  package internal(set) var place: Unmanaged<JSONPlace>?
  /// Below a row the same place counted by index, where somebody asked for that.
  var alias: Unmanaged<JSONPlace>?
  package let document: Unmanaged<JSONDocument>
  /// Containers from the root to here.
  let depth: Int

  /// The whole document. It is valid as long as the document.
  package init(_ document: JSONDocument) {
    node = document.root
    parent = nil
    segment = nil
    place = .passUnretained(document.places)
    self.document = .passUnretained(document)
    depth = 0
  }

  private init(
    _ node: JSONNode?, _ parent: UnsafeMutablePointer<JSONState>, _ segment: JSONPointer.Segment
  ) {
    let above = parent.pointee
    self.node = node
    self.parent = parent
    self.segment = segment
    alias = Self.step(above.alias, segment)
    if let rows = above.rows {
      // What belongs to a row moves with it, so its place goes by the id.
      if let id = node.flatMap({ rows.id(of: $0) }), let place = above.place {
        self.place = place._withUnsafeGuaranteedRef { place in
          place.rowChildren.isEmpty ? nil : place.rowChild(JSON(borrowing: id))
        }.map(Unmanaged.passUnretained)
      }
      alias = alias ?? Self.step(above.place, segment)
    } else {
      place = Self.step(above.place, segment)
    }
    document = above.document
    depth = above.depth + 1
  }

  private static func step(
    _ place: Unmanaged<JSONPlace>?, _ segment: JSONPointer.Segment
  ) -> Unmanaged<JSONPlace>? {
    place.flatMap { place in
      place._withUnsafeGuaranteedRef { $0.child(segment) }.map(Unmanaged.passUnretained)
    }
  }

  /// Calls `body` with a cursor for what is one step below, also where there is nothing.
  mutating func step<Result>(
    _ segment: JSONPointer.Segment, _ body: (inout JSONState) -> Result
  ) -> Result {
    let child = node.flatMap { segment.child(of: $0) }
    return withUnsafeMutablePointer(to: &self) { here in
      var next = JSONState(child, here, segment)
      return body(&next)
    }
  }

  /// Calls `body` with a cursor for a place below; nil where its container is not there.
  package mutating func descend<Result>(
    _ segments: Slice<UnsafeBufferPointer<JSONPointer.Segment>>,
    _ body: (inout JSONState) -> Result
  ) -> Result? {
    guard let first = segments.first else { return body(&self) }
    guard node?.isContainer == true else { return nil }
    return step(first) { $0.descend(segments.dropFirst(), body) }
  }

  /// What is here, made unique from the root down, so that it may be written in place.
  ///
  /// Nil where there is nothing any more, or for want of memory.
  mutating func unique() -> JSONNode? {
    guard let parent, let segment else {
      node = document._withUnsafeGuaranteedRef { $0.uniqueRoot() }
      return node
    }
    guard let container = parent.pointee.unique(), var here = segment.child(of: container) else {
      return nil
    }
    if here.isContainer, !here.isUnique {
      guard let copy = json_copy(here), container.replaceChild(segment, stealing: copy) else {
        return nil
      }
      here = copy
    }
    node = here
    return here
  }

  /// Replaces what is here, or adds it to the container above. Steals `value`, success or not.
  mutating func put(stealing value: JSONNode) -> Bool {
    guard let parent, let segment else {
      document._withUnsafeGuaranteedRef { $0.replaceRoot(value) }
      node = value
      return true
    }
    guard let container = parent.pointee.unique() else {
      value.releaseDeep()
      return false
    }
    guard container.replaceChild(segment, stealing: value) else { return false }
    node = value
    return true
  }

  /// The container above and the step from it; nil at the root.
  var above: (UnsafeMutablePointer<JSONState>, JSONPointer.Segment)? {
    guard let parent, let segment else { return nil }
    return (parent, segment)
  }

  /// Where this is, as text. For issues.
  package var path: String {
    var segments: [String] = []
    var cursor = self
    while let (parent, segment) = cursor.above {
      segments.append(segment.text)
      cursor = parent.pointee
    }
    return segments.reversed().reduce("") { $0 + JSONPointer.root.appending($1).text }
  }
}

extension UnsafeMutablePointer<json_t> {
  /// Puts a value under a key, or in the place of an existing element. Steals it, success or not.
  ///
  /// What was there is given back without recursing as deep as it is.
  func replaceChild(_ segment: JSONPointer.Segment, stealing value: JSONNode) -> Bool {
    let old = segment.child(of: self).map { json_incref($0)! }
    defer { old?.releaseDeep() }
    if pointee.type == JSON_OBJECT {
      return json_object_setn_new_nocheck(self, segment.bytes, segment.count, value) == 0
    }
    guard pointee.type == JSON_ARRAY, old != nil else {
      value.releaseDeep()
      return false
    }
    return json_array_set_new(self, segment.index, value) == 0
  }
}
