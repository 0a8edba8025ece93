/// Releasing values without recursing as deep as they are nested.
///
/// jansson frees a value by recursion, about 200 bytes of stack a level, and a value that a program
/// built by hand may have any depth. So a container is looked over first: what lies at most
/// `releaseDepth` levels below it and belongs to it alone is left to jansson, and whatever is
/// deeper, or shared and therefore of unknown depth, is held back and released by itself
/// afterwards.
extension JSONNode {
  /// Releases one reference. Any depth, on any stack, from any thread.
  /// - Complexity: O(1) while others hold the value; else in the size of what is freed.
  package func releaseDeep() {
    guard isContainer else { return release() }
    guard let held = releaseOneLayer() else { return }
    var waiting = held
    while let next = waiting.popLast() {
      if let more = next.releaseOneLayer() { waiting.append(contentsOf: more) }
    }
  }

  /// How far jansson may recurse when it frees.
  private static var releaseDepth: Int { 32 }

  /// Releases one reference to a container, and returns the containers below it that are still to be
  /// released.
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
