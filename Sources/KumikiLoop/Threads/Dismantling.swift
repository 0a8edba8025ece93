/// Releases objects that hold one another in a long chain, without nested calls.
///
/// A `deinit` releases the objects that it holds, whose `deinit` does the same: a chain of ten thousand objects would
/// take as many nested calls. Instead, the `deinit` of a class that may be part of such a chain hands over the
/// objects that it holds. The first call on a thread then releases everything in a loop.
package enum Dismantling {
  /// Takes over the objects. An object with other references stays alive.
  package static func release<Part: AnyObject>(_ objects: inout [Part]) {
    let frame = ThreadFrame.current
    let isFirst = frame.pointee.dismantled == nil
    if isFirst { frame.pointee.dismantled = [] }
    frame.pointee.dismantled! += objects as [AnyObject]
    objects = []
    guard isFirst else { return }
    // Each release may add more objects.
    while frame.pointee.dismantled!.popLast() != nil {}
    frame.pointee.dismantled = nil
  }
}
