#if OpenCombine
  public import Kumiki
  public import OpenCombine

  extension SharedReadable {
    /// Publishes the value: immediately, and after each write that changes it, on the thread of the write.
    public var publisher: some Publisher<Value, Never> {
      Deferred {
        let values = CurrentValueSubject<Value, Never>(wrappedValue)
        let receiver = UncheckedSendable(({ wrappedValue }, values))
        let end = sharedRoot.observers.add {
          let (read, values) = receiver.value
          let value = read()
          if !areEqual(values.value, value) { values.send(value) }
        }
        return values.handleEvents(receiveCancel: end)
      }
    }
  }
#endif
