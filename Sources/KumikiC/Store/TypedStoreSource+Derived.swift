internal import KumikiValues
internal import KumikiJSON

// The inputs of a derived value in a typed state: parts of the state. Each part is read and compared at most once
// after a burst.

extension TypedStoreSource {
  var stateVersion: UInt64? { store.isInBurst ? nil : observed.bursts }

  func input(_ part: StorePart) -> any DerivedInput { input(part, .value) }

  func note(_ part: StorePart, _ aspect: ObservedAspect, for node: DerivedNode) {
    let input = input(part, aspect)
    node.note(input.identity) { input }
  }

  private func input(_ part: StorePart, _ aspect: ObservedAspect) -> TypedPlaceInput {
    let fresh = StorePart(part.base, part.pointer)
    let key = ObservedParts.Key(address: part.address, base: part.base, aspect: aspect)
    let read = observed.read(key) { [unowned self] in try readPart(fresh, aspect) }
    return TypedPlaceInput(read, key, observed) { [unowned self] in stateVersion }
  }
}

private final class TypedPlaceInput: DerivedInput {
  private let part: ObservedPart
  private let key: ObservedParts.Key
  private let parts: ObservedParts
  private let stateVersion: () -> UInt64?
  private let noted: (value: JSON?, mark: ObservedPart.Mark)?

  init(
    _ part: ObservedPart, _ key: ObservedParts.Key, _ parts: ObservedParts,
    _ stateVersion: @escaping () -> UInt64?
  ) {
    self.part = part
    self.key = key
    self.parts = parts
    self.stateVersion = stateVersion
    noted = part.now(stateVersion())
  }

  deinit { parts.stopReading(part, key) }

  var identity: ObjectIdentifier { ObjectIdentifier(part) }

  func hasChanged() -> Bool {
    guard let noted, let now = part.now(stateVersion()) else { return true }
    return !ObservedPart.isSame(noted, now)
  }

  func observers(in _: ObserverList) -> ObserverGroup? { parts.group(of: part, key) }
}
