internal import CKumiki
internal import Kumiki

/// The context of a C callback, shared by several owners.
///
/// `free_fn` runs exactly once, after the last owner has released it: on the thread of the loop set by
/// `takeHome`, otherwise on the thread that released it.
@safe final class UserData: @unchecked Sendable {
  // Only passed between threads; the memory behind the pointer belongs to the program.
  @safe let pointer: UnsafeMutableRawPointer?
  private let release: kmk_free_fn?
  /// Set before another thread can have it.
  @safe @exclusivity(unchecked) private var home: Loop?

  @safe init(_ pointer: CData?, _ release: kmk_free_fn?) {
    self.pointer = unsafe pointer
    unsafe self.release = release
  }

  /// Makes `free_fn` run on the thread of a loop, as long as the loop is open.
  func takeHome(to loop: Loop) { home = loop }

  deinit {
    guard let release = unsafe release else { return }
    guard let home, !home.isCurrentThread, !home.isClosed else { return unsafe release(pointer) }
    // A loop that closes first drops the closure, which then runs.
    let last = Once { [pointer] _ in unsafe release(pointer) }
    home.post { last.run() }
  }
}
