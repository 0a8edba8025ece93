internal import Synchronization

/// The generators of one store: presentation ids, ids of path elements, and UUIDs.
///
/// Ids of path elements count from 0 in every store. Presentation ids and UUIDs do so on a virtual loop,
/// so that a test can name them; on a live loop they are unique texts.
package final class Identifiers: @unchecked Sendable {
  // Owner thread only, like the store.
  private let isCounting: Bool
  @safe @exclusivity(unchecked) private var nextPresentation: UInt64 = 0
  /// Ids not below the next one that actions have given.
  @safe @exclusivity(unchecked) private var takenPresentations: Set<UInt64> = []
  @safe @exclusivity(unchecked) private var nextUUID: UInt64 = 0
  @safe @exclusivity(unchecked) private var nextStackElement: UInt64 = 0
  /// Ids not below the next one that elements brought along.
  @safe @exclusivity(unchecked) private var takenStackElements: Set<UInt64> = []

  package init(isCounting: Bool) { self.isCounting = isCounting }

  /// How far the generators have counted.
  package struct Position {
    fileprivate let presentation: UInt64
    fileprivate let takenPresentations: Set<UInt64>
    fileprivate let uuid: UInt64
    fileprivate let stackElement: UInt64
    fileprivate let takenStackElements: Set<UInt64>
  }

  /// How far the generators have counted. Setting it moves them, so that the ids from there on are given
  /// out again.
  package var position: Position {
    get {
      Position(
        presentation: nextPresentation, takenPresentations: takenPresentations, uuid: nextUUID,
        stackElement: nextStackElement, takenStackElements: takenStackElements)
    }
    set {
      nextPresentation = newValue.presentation
      takenPresentations = newValue.takenPresentations
      nextUUID = newValue.uuid
      nextStackElement = newValue.stackElement
      takenStackElements = newValue.takenStackElements
    }
  }

  package func presentationID() -> PresentationID {
    guard isCounting else { return .unique() }
    while takenPresentations.remove(nextPresentation) != nil { nextPresentation += 1 }
    defer { nextPresentation += 1 }
    return PresentationID(counted: nextPresentation)
  }

  /// Notes an id that an action brought for a presentation, so that it is not given out.
  func notePresentation(_ id: PresentationID) {
    guard isCounting, let number = id.number, number >= nextPresentation else { return }
    takenPresentations.insert(number)
  }

  /// The next id of a path's element. They count from 0 in every store, since they are part of the state.
  package func stackElementID() -> StackElementID {
    if !takenStackElements.isEmpty {
      while takenStackElements.remove(nextStackElement) != nil { nextStackElement += 1 }
    }
    defer { nextStackElement += 1 }
    return StackElementID(generation: nextStackElement)
  }

  /// Notes an id that an element brought along, so that it is not given out.
  package func noteStackElement(_ id: StackElementID) {
    if id.generation >= nextStackElement { takenStackElements.insert(id.generation) }
  }

  /// Notes the id that a pushed element brought along. If it is the next one the generator moves on.
  ///
  /// - Returns: false where ids count and this one is beyond the next.
  func notePush(_ id: StackElementID) -> Bool {
    if id.generation == nextStackElement { nextStackElement += 1 } else { noteStackElement(id) }
    return !isCounting || id.generation < nextStackElement
  }

  /// The next id for elements that are made outside of any store.
  static func strayStackElementID() -> UInt64 {
    strayStackElement.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  private static let strayStackElement = Atomic<UInt64>(0)

  /// Runs `body` so that what is presented in it takes its ids from this store. Inside a step they do so
  /// anyway.
  package func inForce<Result>(_ body: () -> Result) -> Result {
    guard ReduceContext.current == nil else { return body() }
    return withDependencies {
      $0.presentationID = IDGenerator { self.presentationID() }
      $0.stackElementID = IDGenerator(
        { self.stackElementID() }, noting: { self.noteStackElement($0) })
    } operation: {
      body()
    }
  }

  /// Runs `body` with this store's generators, but presentations get no ids, because the caller assigns
  /// them afterwards.
  package func withoutPresenting<Result>(_ body: () -> Result) -> Result {
    inForce {
      withDependencies {
        $0.presentationID = IDGenerator { "" }
      } operation: {
        body()
      }
    }
  }

  package func uuid() -> UniqueID {
    guard isCounting else { return .random() }
    defer { nextUUID += 1 }
    return UniqueID(high: 0, low: nextUUID)
  }
}
