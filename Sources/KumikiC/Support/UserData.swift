internal import CKumiki
internal import Kumiki

/// A C callback's context that several hold.
///
/// `free_fn` runs exactly once, when the last holder has released it: on the thread of the loop that
/// `takeHome` named, else on the thread that released it.
@safe final class UserData: @unchecked Sendable {
  // Only passed from thread to thread; what the pointer leads to belongs to the program.
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
    // A loop that closes first drops it, and it runs then.
    let last = Once { [pointer] _ in unsafe release(pointer) }
    home.post { last.run() }
  }
}
