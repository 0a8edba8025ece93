#if OpenCombine
  public import Kumiki
  public import OpenCombine

  extension Shared {
    /// Publishes the value: immediately, and after each write that changes it, on the thread of the write.
    public var publisher: some Publisher<Value, Never> { SharedReader(self).publisher }
  }

  extension SharedReader {
    /// Publishes the value: immediately, and after each write that changes it, on the thread of the write.
    public var publisher: some Publisher<Value, Never> {
      Deferred {
        let values = CurrentValueSubject<Value, Never>(wrappedValue)
        let receiver = UncheckedSendable((self, values))
        let end = box.root.observers.add {
          let (reader, values) = receiver.value
          let value = reader.wrappedValue
          if !areEqual(values.value, value) { values.send(value) }
        }
        return values.handleEvents(receiveCancel: end)
      }
    }
  }
#endif
