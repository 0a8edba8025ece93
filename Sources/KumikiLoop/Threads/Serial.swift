internal import Synchronization

/// Numbers that are unique in the process. Cancellation identifies presentations by them, since a program may use an
/// id twice.
@usableFromInline
package enum Serial {
  private static let last = Atomic<UInt64>(0)
  /// How many numbers a thread takes at once, so that threads rarely contend.
  private static let block: UInt64 = 1024

  @usableFromInline
  package static func next() -> UInt64 {
    let frame = ThreadFrame.current
    if frame.pointee.lastSerial & (block - 1) == 0 {
      frame.pointee.lastSerial = last.wrappingAdd(block, ordering: .relaxed).oldValue
    }
    frame.pointee.lastSerial += 1
    return frame.pointee.lastSerial
  }
}
