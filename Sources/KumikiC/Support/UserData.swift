internal import CKumiki
internal import Kumiki
internal import Synchronization

/// A C callback's context that several hold.
///
/// `free_fn` runs exactly once, when the last of them has gone: on the thread of the loop where it was
/// taken home to one, else where that happens.
final class UserData: @unchecked Sendable {
  // Only carried from thread to thread; what is behind it is the program's own business.
  let pointer: UnsafeMutableRawPointer?
  private let release: kmk_free_fn?
  /// Set before another thread can have it.
  @exclusivity(unchecked) private var home: Loop?

  init(_ pointer: UnsafeMutableRawPointer?, _ release: kmk_free_fn?) {
    self.pointer = pointer
    self.release = release
  }

  /// Who sees to the context's release; nil where there is nothing to see to.
  static func owner(_ pointer: UnsafeMutableRawPointer?, _ release: kmk_free_fn?) -> UserData? {
    release == nil ? nil : UserData(pointer, release)
  }

  /// Has `free_fn` run on the thread of a loop for as long as that is open.
  func takeHome(to loop: Loop) { home = loop }

  deinit {
    guard let release else { return }
    guard let home, !home.isCurrentThread, !home.isClosed else { return release(pointer) }
    let last = LastRelease(pointer, release)
    home.post { last.run() }
  }
}

/// A release on its way to another thread. A loop that closes first drops it, and it runs then.
private final class LastRelease: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer?
  private let release: kmk_free_fn
  private let isDone = Atomic<Bool>(false)

  init(_ pointer: UnsafeMutableRawPointer?, _ release: @escaping kmk_free_fn) {
    self.pointer = pointer
    self.release = release
  }

  func run() {
    if !isDone.exchange(true, ordering: .acquiringAndReleasing) { release(pointer) }
  }

  deinit { run() }
}
