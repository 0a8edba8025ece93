/// Lets go of objects that hold one another in a long row, one after the other.
///
/// The end of an object ends what it holds, and so on down: a row of ten thousand would be as many calls
/// inside one another. Whoever may be part of such a row hands over what it holds in its `deinit` instead,
/// and the first who did so on the thread lets go of all that comes together.
package enum Dismantling {
  /// Takes the objects over: nobody else may hold them meanwhile, or it is he who ends them.
  package static func letGo<Part: AnyObject>(_ objects: inout [Part]) {
    let frame = ThreadFrame.current
    let isFirst = frame.pointee.dismantled == nil
    if isFirst { frame.pointee.dismantled = [] }
    frame.pointee.dismantled! += objects as [AnyObject]
    objects = []
    guard isFirst else { return }
    // The end of each may add more.
    while frame.pointee.dismantled!.popLast() != nil {}
    frame.pointee.dismantled = nil
  }
}
