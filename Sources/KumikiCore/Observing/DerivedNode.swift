/// An input of a derived value: a place in a state, or another derived value.
///
/// Created when the input is read, and released when the value is computed again. Use only on the owner's thread.
package protocol DerivedInput: AnyObject {
  /// Equal for two inputs that are the same place or value.
  var identity: ObjectIdentifier { get }
  /// Returns whether the input may differ from what was read. If it is a derived value, that value is already up to
  /// date.
  func hasChanged() -> Bool
  /// Whether the input changes only together with the computation's `stateVersion`.
  var followsStateVersion: Bool { get }
  /// Returns the observers that are due when the input changes, or nil if they are in another list.
  func observers(in list: ObserverList) -> ObserverGroup?
  /// The derived value that this input is; nil for a place.
  var node: DerivedNode? { get }
}

extension DerivedInput {
  package var followsStateVersion: Bool { true }
  package var node: DerivedNode? { nil }
}

/// The computation of a derived value, and the storage of its result.
package protocol DerivedComputation: AnyObject {
  /// A number that changes whenever the state may have changed; nil if this is unknown.
  var stateVersion: UInt64? { get }
  /// The places that were named as inputs; nil to record the places that ``compute()`` reads.
  var named: [any DerivedInput]? { get }
  /// Runs `body` while the store refuses actions; see ``LoopStore/deriving(_:)``.
  func deriving(_ body: () -> Void)
  /// Computes the value. Returns whether the value differs from the previous one, and whether it remains valid until an
  /// input changes. If it does not, the next request computes it again.
  func compute() -> (differs: Bool, holds: Bool)
}

/// The reason why a derived value is unavailable.
package enum DerivedRefusal: Error {
  /// The value is being computed: its function requests it, directly or through other values.
  case cycle
  /// Too many values are derived from each other for the thread's stack.
  case tooDeep
}

/// A value computed from places of a state and from other derived values: on the first request, and again only after an
/// input has changed.
///
/// Staleness is checked at each request, so an observer that is notified before the observers of this value never
/// receives an old value. Use only on the owner's thread.
package final class DerivedNode {
  fileprivate let list: ObserverList
  private let derivations: Derivations
  private let computation: any DerivedComputation
  /// Changes whenever the value changes.
  private(set) package var version: UInt64 = 0
  private var hasValue = false
  /// The computation's `stateVersion` when the value was last known to be valid.
  private var stateVersion: UInt64?
  private let held = DerivedInputs()
  private var inputs: [any DerivedInput] {
    get { held.all }
    set { held.all = newValue }
  }
  /// Whether no input can have changed while the `stateVersion` is the same.
  fileprivate private(set) var followsStateVersion = true
  /// The observers that stand for this value in the groups of its inputs, while the value is observed.
  private var standIns: [Observer] = []
  private var isWatched = false
  /// The inputs that the running computation has read so far; nil while nothing is computed.
  private var reading: Reading?
  /// Whether a value that the running computation requested was refused, or does not remain valid.
  private var isUnreliable = false
  package private(set) lazy var observers = DerivedGroup(list) { [weak self] in self?.watch($0) }

  private struct Reading {
    var inputs: [any DerivedInput]
    /// Whether the places were named, so that places that are read are not recorded.
    let isNamed: Bool
    var known: Set<ObjectIdentifier> = []
  }

  package init(
    _ list: ObserverList, _ derivations: Derivations, _ computation: any DerivedComputation
  ) {
    self.list = list
    self.derivations = derivations
    self.computation = computation
    LiveObjects.add()
  }

  deinit { LiveObjects.remove() }

  /// Updates the value if it is stale.
  ///
  /// Updates its inputs first, without nested calls, because they may form a long chain. Calls nest only for functions
  /// that request a value that was never computed.
  package func refresh() throws(DerivedRefusal) {
    do throws(DerivedRefusal) {
      guard var here = try beginRefresh() else { return }
      var outer: [Refresh] = []
      while true {
        if let inner = try here.node.advance(&here) {
          outer.append(here)
          here = inner
        } else if let above = outer.popLast() {
          here = above
        } else {
          return
        }
      }
    } catch {
      derivations.current?.isUnreliable = true
      throw error
    }
  }

  /// A value that is being updated.
  private struct Refresh {
    let node: DerivedNode
    let now: UInt64?
    /// The index of the input that is being checked, and whether that input is up to date.
    var index = 0
    var isInputFresh = false
  }

  /// - Returns: nil if the value is up to date.
  private func beginRefresh() throws(DerivedRefusal) -> Refresh? {
    if reading != nil { throw .cycle }
    let now = computation.stateVersion
    if hasValue, followsStateVersion, let now, now == stateVersion { return nil }
    return Refresh(node: self, now: now)
  }

  /// Checks the inputs in reading order, because a later input may have been read only because of an earlier one.
  /// Computes the value if an input has changed.
  ///
  /// - Returns: an input that must be updated first, or nil if this value is up to date.
  private func advance(_ refresh: inout Refresh) throws(DerivedRefusal) -> Refresh? {
    var hasChanged = !hasValue
    while !hasChanged, refresh.index < inputs.count {
      let input = inputs[refresh.index]
      if !refresh.isInputFresh, let node = input.node {
        refresh.isInputFresh = true
        if let inner = try node.beginRefresh() { return inner }
      }
      hasChanged = input.hasChanged()
      refresh.index += 1
      refresh.isInputFresh = false
    }
    if hasChanged {
      guard ThreadFrame.hasStack(for: Self.stack) else { throw .tooDeep }
      computation.deriving { compute(at: refresh.now) }
    } else {
      stateVersion = refresh.now
    }
    // Values computed from this one do not remain valid either.
    if !hasValue { derivations.current?.isUnreliable = true }
    return nil
  }

  /// The stack that one value in a chain of derived values needs, not counting its function.
  private static let stack = 48 * 1024

  /// Records an input of the running computation.
  ///
  /// - Parameter isPlace: whether the input is a place. Places are not recorded if they were named.
  package func note(
    _ identity: ObjectIdentifier, isPlace: Bool = true, _ make: () -> any DerivedInput
  ) {
    if isPlace, reading?.isNamed == true { return }
    if reading?.known.insert(identity).inserted == true { reading?.inputs.append(make()) }
  }

  /// Records that the running computation, if any, has requested this value.
  package func noteRead() {
    guard let reader = derivations.current, reader !== self else { return }
    reader.note(ObjectIdentifier(self), isPlace: false) { DerivedFromNode(self) }
  }

  private func compute(at now: UInt64?) {
    let outer = derivations.current
    derivations.current = self
    let named = computation.named
    reading = Reading(inputs: named ?? [], isNamed: named != nil)
    isUnreliable = false
    let (differs, holds) = computation.compute()
    derivations.current = outer
    if differs || version == 0 { version += 1 }
    // A value that was refused may be available next time.
    hasValue = holds && !isUnreliable
    stateVersion = now
    let read = reading?.inputs ?? []
    reading = nil
    take(read)
  }

  private func take(_ read: [any DerivedInput]) {
    let isSame = read.elementsEqual(inputs) { $0.identity == $1.identity }
    // The old inputs are released last, so that a place that is read again stays alive.
    let before = inputs
    inputs = read
    followsStateVersion = read.allSatisfy(\.followsStateVersion)
    if isWatched, !isSame { observeInputs() }
    withExtendedLifetime(before) {}
  }

  // MARK: Observers

  private func watch(_ begins: Bool) {
    isWatched = begins
    if begins { observeInputs() } else { stopObservingInputs() }
  }

  private func observeInputs() {
    let before = standIns
    standIns = []
    for input in inputs {
      if let group = input.observers(in: list) {
        standIns.append(list.addStandIn(for: observers, in: group))
      } else {
        // No finder reports this input, so the observers of this value must check it after every burst. They leave the
        // group, which may end the watch.
        for observer in DerivedGroup.observers(behind: observers.all) {
          observer.with { list.setRaw($0, true) }
        }
      }
    }
    for standIn in before { list.cancel(standIn) }
  }

  private func stopObservingInputs() {
    let before = standIns
    standIns = []
    for standIn in before { list.cancel(standIn) }
  }

  /// Calls `notify` after each burst that changed the value.
  package func addObserver(_ notify: @escaping () -> Void) -> Observer {
    var lastNotified = version
    return list.add(in: observers) { [self] _ in
      guard (try? refresh()) != nil, version != lastNotified else { return }
      lastNotified = version
      notify()
    }
  }
}

/// The inputs of a derived value. The last property, so that they are released after the function, first one first.
private final class DerivedInputs {
  var all: [any DerivedInput] = []

  deinit {
    var last: [AnyObject] = all.reversed()
    all = []
    Dismantling.release(&last)
  }
}

/// Another derived value as an input.
private final class DerivedFromNode: DerivedInput {
  private let other: DerivedNode
  private let version: UInt64

  init(_ other: DerivedNode) {
    self.other = other
    version = other.version
  }

  var identity: ObjectIdentifier { ObjectIdentifier(other) }
  var node: DerivedNode? { other }
  var followsStateVersion: Bool { other.followsStateVersion }

  func hasChanged() -> Bool { other.version != version }

  func observers(in list: ObserverList) -> ObserverGroup? {
    list === other.list ? other.observers : nil
  }
}
