internal import CKumiki
internal import Kumiki
internal import Synchronization

/// A C callback's context that several hold.
///
/// `free_fn` runs exactly once, when the last holder has released it: on the thread of the loop that
/// `takeHome` named, else on the thread that released it.
final class UserData: @unchecked Sendable {
  // Only passed from thread to thread; what the pointer leads to belongs to the program.
  let pointer: UnsafeMutableRawPointer?
  private let release: kmk_free_fn?
  /// Set before another thread can have it.
  @exclusivity(unchecked) private var home: Loop?

  init(_ pointer: UnsafeMutableRawPointer?, _ release: kmk_free_fn?) {
    self.pointer = pointer
    self.release = release
  }

  /// The owner that releases the context; nil where there is nothing to release.
  static func owner(_ pointer: UnsafeMutableRawPointer?, _ release: kmk_free_fn?) -> UserData? {
    release == nil ? nil : UserData(pointer, release)
  }

  /// Makes `free_fn` run on the thread of a loop, as long as the loop is open.
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
