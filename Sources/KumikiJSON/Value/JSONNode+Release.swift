/// Releases values without recursion as deep as their nesting.
///
/// jansson frees a value by recursion, about 200 bytes of stack per level, and a value that a program has built
/// may have any depth. Therefore a container is inspected first. Values at most `releaseDepth` levels below it
/// that have no other owner are left to jansson. Deeper values, and shared values, whose depth is unknown, are
/// held back and released separately afterwards.
extension JSONNode {
  /// Releases one reference. Safe at any depth, on any stack, from any thread.
  /// - Complexity: O(1) while other references exist; otherwise the size of the freed part.
  package func releaseDeep() {
    guard isContainer else { return release() }
    guard let held = releaseOneLayer() else { return }
    var waiting = held
    while let next = waiting.popLast() {
      if let more = next.releaseOneLayer() { waiting.append(contentsOf: more) }
    }
  }

  /// The number of levels that jansson may recurse when it frees.
  private static var releaseDepth: Int { 32 }

  /// Releases one reference to a container. Returns the containers below it that must still be released.
  private func releaseOneLayer() -> [JSONNode]? {
    if !isUnique, releaseShared() { return nil }
    var held: [JSONNode]? = nil
    holdBack(levels: Self.releaseDepth, into: &held)
    release()
    return held
  }

  private func holdBack(levels: Int, into held: inout [JSONNode]?) {
    for child in children where child.isContainer {
      if levels > 0, child.isUnique {
        child.holdBack(levels: levels - 1, into: &held)
      } else {
        held = (held ?? []) + CollectionOfOne(child.retained())
      }
    }
  }
}
