internal import Synchronization

/// The generators of one store: presentation ids and UUIDs.
///
/// On a virtual loop both count from 0, so that a test can name them; else they are unique.
package final class Identifiers: @unchecked Sendable {
  // Owner thread only, like the store.
  private let isCounting: Bool
  private var nextPresentation: UInt64 = 0
  private var nextUUID: UInt64 = 0

  package init(isCounting: Bool) { self.isCounting = isCounting }

  package func presentationID() -> PresentationID {
    guard isCounting else { return .unique() }
    defer { nextPresentation += 1 }
    return PresentationID(counted: nextPresentation)
  }

  package func uuid() -> UniqueID {
    guard isCounting else { return .random() }
    defer { nextUUID += 1 }
    return UniqueID(high: 0, low: nextUUID)
  }
}

/// Numbers that no two presentations of the process share: what cancellation goes by, since an
/// explicitly given id may come twice.
package enum Serial {
  private static let last = Atomic<UInt64>(0)

  package static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
