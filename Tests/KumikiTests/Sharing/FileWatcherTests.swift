import Glibc
import Testing

@testable import KumikiBase

/// A file in a folder that exists, which tests a lock while the watching thread reports a change to
/// it.
private final class AskingFile: WatchedFile {
  let path: String
  let checked = Signal()
  let lockWasFree = Guarded<[Bool]>([])

  init(_ path: String) { self.path = path }

  func checkForChanges() {
    let isFree = isFreeElsewhere(FileWatcher.workLock)
    lockWasFree.withLock { $0.append(isFree) }
    checked.give()
  }

  func enterChild() {}
}

/// Whether a thread that holds no lock gets this one.
private func isFreeElsewhere(_ lock: GuardLock) -> Bool {
  let answer = Guarded(false)
  OtherThread.run {
    let isFree = lock.tryLock()
    if isFree { lock.unlock() }
    answer.withLock { $0 = isFree }
  }
  return answer.withLock { $0 }
}

@Suite struct FileWatcherTests {
  @Test("K65: the thread that watches files holds a lock while it works, and a fork waits for it")
  func fork() throws {
    let folder = "/tmp/kumiki-watcher-\(getpid())"
    try FileSystem.makeFolder(folder)
    defer { rmdir(folder) }
    let file = AskingFile(folder + "/file")
    FileWatcher.add(file)
    mkdir(file.path, 0o700)
    file.checked.wait()
    #expect(file.lockWasFree.withLock { $0.first } == false)
    FileWatcher.remove(file)
    rmdir(file.path)

    ForkedFiles.holdThread()
    #expect(!isFreeElsewhere(FileWatcher.workLock))
    ForkedFiles.releaseThread(inChild: false)
  }
}
