/// Releases objects that hold one another in a long row, without nested calls.
///
/// A `deinit` releases what the object holds, whose `deinit` does the same: a row of ten thousand would be
/// as many nested calls. A class that may be part of such a row hands over what it holds in its `deinit`
/// instead. The first call on a thread then releases everything in a loop.
package enum Dismantling {
  /// Takes over the objects. An object with other references stays alive.
  package static func letGo<Part: AnyObject>(_ objects: inout [Part]) {
    let frame = ThreadFrame.current
    let isFirst = frame.pointee.dismantled == nil
    if isFirst { frame.pointee.dismantled = [] }
    frame.pointee.dismantled! += objects as [AnyObject]
    objects = []
    guard isFirst else { return }
    // Each release may add more.
    while frame.pointee.dismantled!.popLast() != nil {}
    frame.pointee.dismantled = nil
  }
}
