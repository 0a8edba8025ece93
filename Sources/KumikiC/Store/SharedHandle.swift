internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// A shared value as held by C: its key and its default.
///
/// The key refers to the value of the current scope, which is the process or a store under test. Each call therefore
/// looks the value up.
final class SharedHandle: HandleObject, @unchecked Sendable {
  override class var kind: StaticString? { "kmk_shared" }
  // Immutable.
  private let find: () -> Shared<JSON>
  /// Retains the process's value, so that the value is not loaded again for each call.
  private let held: Shared<JSON>
  /// Whether a file keeps the value.
  private let isStored: Bool

  /// - Parameter key: Makes the key of the value.
  init<Key: SharedKey<JSON>>(
    _ initial: JSON?, isStored: Bool, _ key: @escaping () -> Key
  ) throws {
    let initial = try required(initial, "initial")
    // A file that is not read for lack of stack would otherwise count as broken.
    if isStored { try JSONFile.checkStack(for: initial) }
    self.isStored = isStored
    find = { Shared(wrappedValue: initial, key()) }
    held = find()
    super.init()
  }

  var value: Shared<JSON> { find() }
}

extension SharedHandle {
  /// Thrown by an update that leaves the value unchanged.
  private struct Unchanged: Error {}

  /// Replaces the value with a new one computed from it.
  func update(_ change: (JSON) throws -> JSON?) throws {
    let value = value
    guard !value.isBeingWritten else {
      throw Failure(KMK_ERR_BUSY, "called inside of an update of the same value")
    }
    do {
      try value.withLock { json in
        guard let new = try change(json) else { throw Unchanged() }
        try JSONMeasure.check(new)
        if isStored { try JSONFile.checkStack(for: new) }
        json = new
      }
    } catch is Unchanged {}
  }

  /// Observes the value at a pointer, on a loop.
  func observe(
    on loop: Loop, _ pointer: JSONPointer, _ notify: @escaping (JSONNode?) -> Void
  ) -> SubscriptionHandle {
    var last: JSON??
    loop.activity += 1
    let subscription = value.observe(on: loop) { json in
      let part = json[pointer]
      if let last, last == part { return }
      last = .some(part)
      loop.activity += 1
      notify(part?.node)
      loop.activity -= 1
      withExtendedLifetime(part) {}
    }
    loop.activity -= 1
    return SubscriptionHandle(loop) { subscription.cancel() }
  }
}
