internal import Kumiki
internal import Observation

/// Runs `apply` now, and again on the loop after something that it read has changed.
///
///     token = observe { label.text = "\(store.count)" }
///
/// Reads of stores whose state is an `@ObservableState`, and of `@Observable` objects, count, as in
/// `withObservationTracking`. Each call counts its own reads. The current loop, ``Loop/current``, calls `apply`:
/// for code on the main actor, on the main actor. Several changes before the loop's next iteration cause one call.
///
/// On a thread that has no loop, in a task off the main actor, `apply` is called once, and the issue `off-thread`
/// is raised.
///
/// - Returns: a token; the calls end when it is released.
public func observe(_ apply: @escaping () -> Void) -> ObserveToken {
  let loop = Loop.current
  guard loop.isCurrentThread else {
    apply()
    loop.report(
      Issue(
        code: .offThread,
        message: "observe was called in a task off the main actor, which no loop runs; "
          + "it is not called again"))
    return ObserveToken(loop, {})
  }
  let token = ObserveToken(loop, apply)
  token.run()
  return token
}

/// Keeps the calls of an `observe` going. Release it on the loop's thread.
public final class ObserveToken: @unchecked Sendable {
  private let loop: Loop
  // Only the loop's thread reads or writes it.
  private var apply: (() -> Void)?

  fileprivate init(_ loop: Loop, _ apply: @escaping () -> Void) {
    self.loop = loop
    self.apply = apply
  }

  /// Ends the calls: on the loop's thread immediately, on another thread after the loop's next iteration.
  public func cancel() {
    loop.onOwnThread { [weak self] in self?.apply = nil }
  }

  fileprivate func run() {
    guard let apply else { return }
    // The notification comes before the change is made, or on another thread.
    withObservationTracking(apply) { [weak self, loop] in
      loop.post { self?.run() }
    }
  }
}

extension ObserveToken: Hashable {
  /// Whether both are tokens of the same call of `observe`.
  public static func == (left: ObserveToken, right: ObserveToken) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Keeps the token in a set. The calls end when the set is emptied or released.
  public func store(in tokens: inout Set<ObserveToken>) { tokens.insert(self) }

  /// Keeps the token in a collection such as an array.
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }
}
