/// The generators of one store: presentation ids, ids of path elements, and UUIDs.
///
/// Ids of path elements count from 0 in every store. Presentation ids and UUIDs do so on a virtual loop,
/// so that a test can name them; on a live loop they are unique strings.
package final class Identifiers: @unchecked Sendable {
  // Owner thread only, like the store, but for the numbers of UUIDs, which effects take on any thread: behind a lock.
  private let isCounting: Bool
  private let numbers = ManualBox.make(Position())
  /// Notes each id that is handed out. Nil unless the store is traced or replayed.
  var journal: StepJournal?

  package init(isCounting: Bool) { self.isCounting = isCounting }

  deinit { numbers.free() }

  /// How far the generators have counted.
  package struct Position {
    package var presentations = Numbers()
    package var stackElements = Numbers()
    package var uuids = Numbers()

    package init() {}
  }

  /// Generates consecutive numbers and skips those that came from elsewhere.
  package struct Numbers {
    package private(set) var next: UInt64 = 0
    /// Numbers from elsewhere, and some between them, that are not below `next`.
    package private(set) var taken = TakenNumbers()

    package init(next: UInt64 = 0, taken: TakenNumbers = TakenNumbers()) {
      self.next = next
      self.taken = taken
      self.taken.removeAll(below: next)
    }

    mutating func take() -> UInt64 {
      if let first = taken.ranges.first, first.lowerBound == next {
        move(to: first.upperBound.addingClamped(1))
      }
      defer { move(to: next.addingClamped(1)) }
      return next
    }

    /// Skips the next number, which came from elsewhere, and may have been noted.
    mutating func skip() { move(to: next.addingClamped(1)) }

    private mutating func move(to number: UInt64) {
      next = number
      if !taken.isEmpty { taken.removeAll(below: number) }
    }

    mutating func note(_ number: UInt64) {
      if number >= next { taken.insert(number...number) }
    }
  }

  /// How far the generators have counted. Setting it moves them, so that they generate the ids from there on
  /// again.
  package var position: Position {
    get { Self.lock { numbers.pointee } }
    set { Self.lock { numbers.pointee = newValue } }
  }

  /// Goes on from a position, after a state was put up. It skips the ids in that state, of which a saved
  /// position may know nothing.
  ///
  /// - Parameter presented: what is presented in the state.
  package func goOn(from position: Position, presented: [PresentationID]) {
    numbers.pointee.presentations = position.presentations
    for id in presented { notePresentation(id) }
  }

  package func presentationID() -> PresentationID {
    guard let journal else { return nextPresentation() }
    let id = journal.presentationID(nextPresentation)
    // In a replay it is the log's.
    notePresentation(id)
    return id
  }

  private func nextPresentation() -> PresentationID {
    isCounting ? PresentationID(counted: numbers.pointee.presentations.take()) : .unique()
  }

  /// Notes a presentation id from an action, so that it is not generated.
  func notePresentation(_ id: PresentationID) {
    if isCounting, let number = id.number { numbers.pointee.presentations.note(number) }
  }

  /// The next id for a path element. These ids count from 0 in every store, since they are part of the state.
  package func stackElementID() -> StackElementID {
    let next = { StackElementID(generation: self.numbers.pointee.stackElements.take()) }
    guard let journal else { return next() }
    return journal.hand(next(), { .element($0) }) {
      if case .element(let id) = $0 { id } else { nil }
    }
  }

  /// Notes the id of an element from elsewhere, so that it is not generated.
  package func noteStackElement(_ id: StackElementID) {
    numbers.pointee.stackElements.note(id.generation)
  }

  /// Notes the id of a pushed element. If it is the next one, the generator moves on.
  ///
  /// - Returns: false if ids count and this one is greater than the next.
  func notePush(_ id: StackElementID) -> Bool {
    let isNext = id.generation == numbers.pointee.stackElements.next
    if isNext { numbers.pointee.stackElements.skip() } else { noteStackElement(id) }
    return !isCounting || id.generation < numbers.pointee.stackElements.next
  }

  package func uuid() -> UniqueID {
    isCounting ? UniqueID(Self.lock { numbers.pointee.uuids.take() }) : .random()
  }

  private static func lock<Result>(_ body: () -> Result) -> Result {
    GuardLock.sharedValues.lock()
    defer { GuardLock.sharedValues.unlock() }
    return body()
  }
}
