internal import CKumiki
internal import Kumiki

/// A C callback's context, with the function that releases it.
///
/// `free_fn` runs exactly once, when the last closure that holds this has gone.
final class UserData: @unchecked Sendable {
  // Only carried from thread to thread; what is behind it is the program's own business.
  let pointer: UnsafeMutableRawPointer?
  private let release: kmk_free_fn?

  init(_ pointer: UnsafeMutableRawPointer?, _ release: kmk_free_fn?) {
    self.pointer = pointer
    self.release = release
  }

  deinit { release?(pointer) }
}
