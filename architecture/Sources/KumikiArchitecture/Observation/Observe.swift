internal import Kumiki
internal import Observation

/// Runs `apply` now, and again on the loop after something that it read has changed.
///
///     token = observe { label.text = "\(store.count)" }
///
/// What it reads of stores whose state is an `@ObservableState`, and of `@Observable` objects, counts: as in
/// `withObservationTracking`, and each time anew. It is called by the loop that is current here, ``Loop/current``:
/// in code of the main actor, on the main actor. Several changes before that turn of the loop are one call.
///
/// On a thread that no loop can call it on, in a task off the main actor, it is called once, and that is the issue
/// `off-thread`.
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

/// Keeps what `observe` was given in use. Release it on the loop's thread.
public final class ObserveToken: @unchecked Sendable {
  private let loop: Loop
  // Only the loop's thread reads or writes it.
  private var apply: (() -> Void)?

  fileprivate init(_ loop: Loop, _ apply: @escaping () -> Void) {
    self.loop = loop
    self.apply = apply
  }

  /// Ends the calls. On the loop's thread none comes after this, on another one none after the loop's next turn.
  public func cancel() {
    loop.onOwnThread { [weak self] in self?.apply = nil }
  }

  fileprivate func run() {
    guard let apply else { return }
    // The change is told before it is made, or on another thread.
    withObservationTracking(apply) { [weak self, loop] in
      loop.post { self?.run() }
    }
  }
}

extension ObserveToken: Hashable {
  /// Whether both are the token of the same call of `observe`.
  public static func == (left: ObserveToken, right: ObserveToken) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Keeps the token in a set, which ends the calls when it is emptied or released.
  public func store(in tokens: inout Set<ObserveToken>) { tokens.insert(self) }

  /// Keeps the token in a collection such as an array.
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }
}
