import Glibc

/// Runs `body` on a new thread with a stack of that many bytes, and waits for it.
func onThread<R>(stack bytes: Int, _ body: () throws -> R) throws -> R {
  try withoutActuallyEscaping(body) { body in
    let work = Work { Result { try body() } }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    // Our own memory: given only a size, the C library may return a cached stack four times as
    // large.
    let stack = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 4096)
    defer { stack.deallocate() }
    pthread_attr_setstack(&attributes, stack, bytes)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<AnyWork>.fromOpaque(argument!).takeUnretainedValue().run()
        return nil
      }, Unmanaged<AnyWork>.passUnretained(work).toOpaque())
    precondition(code == 0, "no thread with a stack of \(bytes) bytes")
    pthread_join(thread, nil)
    return try work.result!.get()
  }
}

private class AnyWork {
  func run() {}
}

private final class Work<R>: AnyWork {
  let body: () -> Result<R, any Error>
  var result: Result<R, any Error>?

  init(_ body: @escaping () -> Result<R, any Error>) { self.body = body }

  override func run() { result = body() }
}
