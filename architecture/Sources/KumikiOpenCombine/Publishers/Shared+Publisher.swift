#if OpenCombine
  public import Kumiki
  public import OpenCombine

  extension SharedReadable {
    /// Publishes the value: immediately, after each write to it or to the value around it, and after an
    /// assignment to `$value`. It publishes on the thread of the write.
    public var publisher: some Publisher<Value, Never> {
      Deferred {
        let values = CurrentValueSubject<Value, Never>(wrappedValue)
        let receiver = UncheckedSendable(({ wrappedValue }, values))
        let end = _reader.link.follow {
          let (read, values) = receiver.value
          values.send(read())
        }
        // A write may have happened in between. There is no subscriber yet.
        values.send(wrappedValue)
        return values.handleEvents(receiveCancel: end)
      }
    }
  }
#endif
