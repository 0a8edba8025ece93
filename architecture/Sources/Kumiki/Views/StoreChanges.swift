/// An observation as a sequence: the current value, then each change.
///
///     for await ids in store.ids(of: { $0.rows }) { … }
///
/// Iterate it on the loop's thread, in a task whose preferred executor is the loop. On another thread it is
/// empty and raises the issue `off-thread`. Values are buffered in order while no task waits. The
/// observation ends with the iteration or with the task, which any thread may cancel.
public struct StoreChanges<Element>: AsyncSequence {
  public typealias Failure = Never
  let loop: Loop
  let observe: (@escaping (Element) -> Void) -> Subscription

  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream<UncheckedSendable<Element>>.makeStream()
    if loop.isCurrentThread {
      let subscription = UncheckedSendable(observe { continuation.yield(UncheckedSendable($0)) })
      continuation.onTermination = { [loop] _ in
        // A subscription belongs to the loop's thread, but any thread may cancel its task.
        loop.endOnOwnThread { subscription.value.cancel() }
      }
    } else {
      loop.report(
        Issue(
          code: .offThread,
          message: "what a store tells was iterated on a thread that is not the loop's; "
            + "give the task the loop as its preferred executor"))
      continuation.finish()
    }
    return Iterator(base: stream.makeAsyncIterator())
  }

  /// The iterator, for `for await`.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<UncheckedSendable<Element>>.Iterator

    public mutating func next() async -> Element? { await base.next()?.value }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)?.value
    }
  }
}

/// Unchecked: sent to the task that iterates it, and used only on the loop's thread.
extension StoreChanges: @unchecked Sendable where Element: Sendable {}

/// A change of a slot: a presentation starts, gets another state, or ends.
public enum PresentationChange<Presented> {
  /// Something is presented, with this initial state.
  case present(id: PresentationID, state: Presented)
  /// The presentation with this id has ended.
  case dismiss(id: PresentationID)
}

extension PresentationChange: Equatable where Presented: Equatable {}
extension PresentationChange: Sendable where Presented: Sendable {}
