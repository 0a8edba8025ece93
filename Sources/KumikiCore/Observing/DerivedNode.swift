/// What a derived value was computed from: a place in a state, or another derived value.
///
/// Made when it is read, and released when the value is computed again. Owner thread.
package protocol DerivedInput: AnyObject {
  /// Equal for two inputs that are the same place or value.
  var identity: ObjectIdentifier { get }
  /// Whether it may differ from what was read. Another derived value is up to date then.
  func hasChanged() -> Bool
  /// Whether it changes with the computation's moment alone.
  var followsMoment: Bool { get }
  /// The observers that are due when it changes; nil if they are in another list.
  func observers(in list: ObserverList) -> ObserverGroup?
  /// The other derived value that it stands for; nil for a place.
  var node: DerivedNode? { get }
}

extension DerivedInput {
  package var followsMoment: Bool { true }
  package var node: DerivedNode? { nil }
}

/// How a derived value is computed, and where its value is kept.
package protocol DerivedComputation: AnyObject {
  /// Changes whenever the state may have changed; nil if that is not known.
  var moment: UInt64? { get }
  /// The places that were named; nil to note what ``compute()`` reads.
  var named: [any DerivedInput]? { get }
  /// Runs `body` while the store refuses actions; see ``LoopStore/deriving(_:)``.
  func deriving(_ body: () -> Void)
  /// Computes the value. Returns whether it differs from the one before, and whether there is one that holds
  /// until something changes; otherwise whoever asks next has it computed again.
  func compute() -> (differs: Bool, holds: Bool)
}

/// Why a derived value is not to be had.
package enum DerivedRefusal: Error {
  /// It is being computed: its function asks for it, directly or through others.
  case cycle
  /// Values are derived from each other too often for the thread's stack.
  case tooDeep
}

/// A value that is computed from places of a state and from other derived values: when it is first asked for,
/// and again only after what it was computed from has changed.
///
/// Whether it is stale is found out when somebody asks, so an observer that is notified earlier than those of
/// this value never gets an old one. Owner thread.
package final class DerivedNode {
  fileprivate let list: ObserverList
  private let derivations: Derivations
  private let computation: any DerivedComputation
  /// Changes with the value.
  private(set) package var version: UInt64 = 0
  private var hasValue = false
  /// The computation's moment when the value was last known to be right.
  private var moment: UInt64?
  private let held = DerivedInputs()
  private var inputs: [any DerivedInput] {
    get { held.all }
    set { held.all = newValue }
  }
  /// Whether nothing can have changed while the moment is the same.
  fileprivate private(set) var followsMoment = true
  /// The observers that stand for this value among those of its inputs, while it is observed.
  private var links: [Observer] = []
  private var isWatched = false
  /// What the running computation has read so far; nil while nothing is computed.
  private var reading: Reading?
  /// Whether something that the running computation asked for was refused, or does not hold itself.
  private var isSpoiled = false
  package private(set) lazy var observers = DerivedGroup(list) { [weak self] in self?.watch($0) }

  private struct Reading {
    var inputs: [any DerivedInput]
    /// Whether the places were named, so that those that are read are not noted.
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

  /// Brings the value up to date.
  ///
  /// The values that it was computed from are brought up to date before it, without nested calls: they may be a long
  /// row. Only functions that ask for a value which was never computed are nested.
  package func refresh() throws(DerivedRefusal) {
    do throws(DerivedRefusal) {
      guard var here = try beginRefresh() else { return }
      var outer: [Refresh] = []
      while true {
        if let inner = try here.node.goOn(&here) {
          outer.append(here)
          here = inner
        } else if let above = outer.popLast() {
          here = above
        } else {
          return
        }
      }
    } catch {
      derivations.current?.isSpoiled = true
      throw error
    }
  }

  /// A value that is being brought up to date.
  private struct Refresh {
    let node: DerivedNode
    let now: UInt64?
    /// The input that is being checked, and whether it is up to date itself.
    var index = 0
    var isInputFresh = false
  }

  /// - Returns: nil if the value is up to date.
  private func beginRefresh() throws(DerivedRefusal) -> Refresh? {
    if reading != nil { throw .cycle }
    let now = computation.moment
    if hasValue, followsMoment, let now, now == moment { return nil }
    return Refresh(node: self, now: now)
  }

  /// Checks the inputs in the order they were read, because an earlier one may be the reason why a later one was
  /// read at all. Computes the value if one of them has changed.
  ///
  /// - Returns: an input that has to be brought up to date first; nil if this value is up to date.
  private func goOn(_ refresh: inout Refresh) throws(DerivedRefusal) -> Refresh? {
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
      moment = refresh.now
    }
    // Neither does what was computed from it hold.
    if !hasValue { derivations.current?.isSpoiled = true }
    return nil
  }

  /// The stack for one value among those derived from each other, without its function.
  private static let stack = 48 * 1024

  /// Notes an input of the running computation.
  ///
  /// - Parameter isPlace: whether it is a place, which is not noted if places were named.
  package func note(
    _ identity: ObjectIdentifier, isPlace: Bool = true, _ make: () -> any DerivedInput
  ) {
    if isPlace, reading?.isNamed == true { return }
    if reading?.known.insert(identity).inserted == true { reading?.inputs.append(make()) }
  }

  /// Notes that the running computation has asked for this value, if there is one.
  package func noteRead() {
    guard let reader = derivations.current, reader !== self else { return }
    reader.note(ObjectIdentifier(self), isPlace: false) { DerivedFromNode(self) }
  }

  private func compute(at now: UInt64?) {
    let outer = derivations.current
    derivations.current = self
    let named = computation.named
    reading = Reading(inputs: named ?? [], isNamed: named != nil)
    isSpoiled = false
    let (differs, holds) = computation.compute()
    derivations.current = outer
    if differs || version == 0 { version += 1 }
    // What was refused may be to be had next time.
    hasValue = holds && !isSpoiled
    moment = now
    let read = reading?.inputs ?? []
    reading = nil
    take(read)
  }

  private func take(_ read: [any DerivedInput]) {
    let isSame = read.elementsEqual(inputs) { $0.identity == $1.identity }
    // Those of before are released last, so that a place that is read again stays.
    let before = inputs
    inputs = read
    followsMoment = read.allSatisfy(\.followsMoment)
    if isWatched, !isSame { link() }
    withExtendedLifetime(before) {}
  }

  // MARK: Observers

  private func watch(_ begins: Bool) {
    isWatched = begins
    if begins { link() } else { unlink() }
  }

  private func link() {
    let before = links
    links = []
    for input in inputs {
      if let group = input.observers(in: list) {
        links.append(list.add(standingFor: observers, in: group))
      } else {
        // Nothing finds it, so whoever observes this value has to look after every burst. They leave the
        // group, which may end the watch.
        for observer in DerivedGroup.observers(behind: observers.all) {
          observer.with { list.setRaw($0, true) }
        }
      }
    }
    for link in before { list.cancel(link) }
  }

  private func unlink() {
    let before = links
    links = []
    for link in before { list.cancel(link) }
  }

  /// Calls `tell` after each burst in which the value became another one.
  package func addObserver(_ tell: @escaping () -> Void) -> Observer {
    var told = version
    return list.add(in: observers) { [self] _ in
      guard (try? refresh()) != nil, version != told else { return }
      told = version
      tell()
    }
  }
}

/// The inputs of a derived value. Its last property: so they are released after its function, the first one first.
private final class DerivedInputs {
  var all: [any DerivedInput] = []

  deinit {
    var last: [AnyObject] = all.reversed()
    all = []
    Dismantling.letGo(&last)
  }
}

/// Another derived value, as an input.
private final class DerivedFromNode: DerivedInput {
  private let other: DerivedNode
  private let version: UInt64

  init(_ other: DerivedNode) {
    self.other = other
    version = other.version
  }

  var identity: ObjectIdentifier { ObjectIdentifier(other) }
  var node: DerivedNode? { other }
  var followsMoment: Bool { other.followsMoment }

  func hasChanged() -> Bool { other.version != version }

  func observers(in list: ObserverList) -> ObserverGroup? {
    list === other.list ? other.observers : nil
  }
}
