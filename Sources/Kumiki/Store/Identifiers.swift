internal import Synchronization

/// The generators of one store: presentation ids and UUIDs.
///
/// On a virtual loop both count from 0, so that a test can name them; else they are unique.
package final class Identifiers: @unchecked Sendable {
  // Owner thread only, like the store.
  private let isCounting: Bool
  @safe @exclusivity(unchecked) private var nextPresentation: UInt64 = 0
  /// Ids from the next one on that actions gave.
  @safe @exclusivity(unchecked) private var takenPresentations: Set<UInt64> = []
  @safe @exclusivity(unchecked) private var nextUUID: UInt64 = 0
  @safe @exclusivity(unchecked) private var nextStackElement: UInt64 = 0
  /// Ids from the next one on that elements brought along.
  @safe @exclusivity(unchecked) private var takenStackElements: Set<UInt64> = []

  package init(isCounting: Bool) { self.isCounting = isCounting }

  /// How far the generators have got.
  package struct Position {
    fileprivate let presentation: UInt64
    fileprivate let takenPresentations: Set<UInt64>
    fileprivate let uuid: UInt64
    fileprivate let stackElement: UInt64
    fileprivate let takenStackElements: Set<UInt64>
  }

  /// Setting it takes the generators back, or forth: the ids from there on are given out again.
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

  /// An action presents under an id of its own, which is not given out again.
  func notePresentation(_ id: PresentationID) {
    guard isCounting, let number = id.number, number >= nextPresentation else { return }
    takenPresentations.insert(number)
  }

  /// Ids of path elements count from 0 in every store: they are part of the state.
  package func stackElementID() -> StackElementID {
    if !takenStackElements.isEmpty {
      while takenStackElements.remove(nextStackElement) != nil { nextStackElement += 1 }
    }
    defer { nextStackElement += 1 }
    return StackElementID(generation: nextStackElement)
  }

  /// An element brought its own id, which is not given out again.
  package func noteStackElement(_ id: StackElementID) {
    if id.generation >= nextStackElement { takenStackElements.insert(id.generation) }
  }

  /// A pushed element brought its own id. The next one moves the generator on.
  ///
  /// - Returns: false where the id is beyond the next one and this is a test, in which ids are known.
  func notePush(_ id: StackElementID) -> Bool {
    if id.generation == nextStackElement { nextStackElement += 1 } else { noteStackElement(id) }
    return !isCounting || id.generation < nextStackElement
  }

  /// Ids of elements made outside of any store count by themselves.
  static func strayStackElementID() -> UInt64 {
    strayStackElement.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  private static let strayStackElement = Atomic<UInt64>(0)

  /// Runs `body`, outside of any step, so that what is presented in it has ids from here.
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

  /// The same, where whoever reads the values gives them their ids afterwards.
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

/// Numbers that no two presentations of the process share: what cancellation goes by, since an
/// explicitly given id may come twice.
@usableFromInline
package enum Serial {
  private static let last = Atomic<UInt64>(0)
  /// So many are taken at once, so that threads seldom meet.
  private static let block: UInt64 = 1024

  @usableFromInline
  package static func next() -> UInt64 {
    let frame = ThreadFrame.current
    if frame.pointee.lastSerial & (block - 1) == 0 {
      frame.pointee.lastSerial = last.wrappingAdd(block, ordering: .relaxed).oldValue
    }
    frame.pointee.lastSerial += 1
    return frame.pointee.lastSerial
  }
}
