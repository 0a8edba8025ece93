/// The generators of one store: presentation ids, ids of path elements, UUIDs, and ids of requests.
///
/// Ids of path elements count from 0 in every store. The other ids do so on a virtual loop, so that a test can name them;
/// on a real-time loop they are unique strings.
package final class Identifiers: @unchecked Sendable {
  // Owner thread only, like the store, except the numbers of UUIDs: effects take them on any thread, behind a lock.
  private let isCounting: Bool
  private let numbers = ManualBox.make(Position())
  /// The journal that records each generated id. Nil unless the store is traced or replayed.
  var journal: StepJournal?

  package init(isCounting: Bool) { self.isCounting = isCounting }

  deinit { numbers.free() }

  /// How far the generators have counted.
  package struct Position {
    package var presentations = Numbers()
    package var stackElements = Numbers()
    package var uuids = Numbers()
    package var requests = Numbers()

    package init() {}
  }

  /// Generates consecutive numbers and skips numbers that came from elsewhere.
  package struct Numbers {
    package private(set) var next: UInt64 = 0
    /// The numbers from elsewhere, and some numbers between them, that are not below `next`.
    package private(set) var taken = TakenNumbers()

    package init(next: UInt64 = 0, taken: TakenNumbers = TakenNumbers()) {
      self.next = next
      self.taken = taken
      self.taken.removeAll(below: next)
    }

    mutating func take() -> UInt64 {
      if !taken.isEmpty, let first = taken.ranges.first, first.lowerBound == next {
        move(to: first.upperBound.addingClamped(1))
      }
      defer { move(to: next.addingClamped(1)) }
      return next
    }

    /// Skips the next number, which came from elsewhere and may have been recorded.
    mutating func skip() { move(to: next.addingClamped(1)) }

    private mutating func move(to number: UInt64) {
      next = number
      if !taken.isEmpty { taken.removeAll(below: number) }
    }

    mutating func note(_ number: UInt64) {
      if number >= next { taken.insert(number...number) }
    }
  }

  /// How far the generators have counted. Setting it moves the generators, so that they generate the ids from that
  /// position again.
  package var position: Position {
    get { Self.lock { numbers.pointee } }
    set {
      Self.lock {
        let requests = numbers.pointee.requests
        numbers.pointee = newValue
        // The id of a request is not used again, even after a restore.
        if requests.next > newValue.requests.next { numbers.pointee.requests = requests }
      }
    }
  }

  /// Continues from a position after a state was set. Skips the ids in that state, which a saved position may not
  /// include.
  ///
  /// - Parameter presented: the ids of the presentations in the state.
  package func resume(from position: Position, presented: [PresentationID]) {
    numbers.pointee.presentations = position.presentations
    for id in presented { notePresentation(id) }
  }

  package func presentationID() -> PresentationID {
    guard let journal else { return nextPresentation() }
    let id = journal.presentationID(nextPresentation)
    // In a replay the id comes from the log.
    notePresentation(id)
    return id
  }

  private func nextPresentation() -> PresentationID {
    isCounting ? PresentationID(counted: numbers.pointee.presentations.take()) : .unique()
  }

  /// Records a presentation id from an action, so that it is not generated.
  package func notePresentation(_ id: PresentationID) {
    if isCounting, let number = id.number { numbers.pointee.presentations.note(number) }
  }

  /// Returns the next id for a path element. These ids count from 0 in every store, because they are part of the state.
  package func stackElementID() -> StackElementID {
    let next = { StackElementID(generation: self.numbers.pointee.stackElements.take()) }
    guard let journal else { return next() }
    return journal.provide(next(), { .element($0) }) {
      if case .element(let id) = $0 { id } else { nil }
    }
  }

  /// Records the id of an element from elsewhere, so that it is not generated.
  package func noteStackElement(_ id: StackElementID) {
    numbers.pointee.stackElements.note(id.generation)
  }

  /// Records the id of a pushed element. If it is the next id, the generator moves on.
  ///
  /// - Returns: false if ids count up and this id is greater than the next.
  func notePush(_ id: StackElementID) -> Bool {
    let isNext = id.generation == numbers.pointee.stackElements.next
    if isNext { numbers.pointee.stackElements.skip() } else { noteStackElement(id) }
    return !isCounting || id.generation < numbers.pointee.stackElements.next
  }

  package func uuid() -> UniqueID {
    isCounting ? UniqueID(Self.lock { numbers.pointee.uuids.take() }) : .random()
  }

  package func requestID() -> RequestID {
    isCounting ? RequestID(counted: numbers.pointee.requests.take()) : .unique()
  }

  private static func lock<Result>(_ body: () -> Result) -> Result {
    GuardLock.sharedValues.lock()
    defer { GuardLock.sharedValues.unlock() }
    return body()
  }
}
