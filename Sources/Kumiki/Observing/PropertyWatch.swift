/// The observers of one property, which is compared once for all of them.
@usableFromInline
final class PropertyGroup<Value: Equatable>: ObserverGroup {
  /// The value that all of them were told; nil if an observer was added since.
  @safe @usableFromInline @exclusivity(unchecked) var told: Value?

  @usableFromInline
  override init() { super.init() }

  @inlinable
  func look(at property: UnsafePointer<Value>, for list: ObserverList) {
    if let told, unsafe told == property.pointee { return }
    unsafe tell(property, list)
  }

  @usableFromInline
  func tell(_ property: UnsafePointer<Value>, _ list: ObserverList) {
    guard !isEmpty else { return }
    told = unsafe property.pointee
    list.makeDue(self)
  }

  override func entered() { told = nil }

  // Not kept without observers: a value that shares storage with the state makes the next write copy it.
  override func emptied() { told = nil }
}

extension ObserverList {
  /// The watch of the property at an offset in the state, made when it is first asked for.
  @inlinable
  func group<State, Value: Equatable>(
    of property: KeyPath<State, Value>, at offset: Int
  ) -> ObserverGroup {
    let group: PropertyGroup<Value> = known(by: property) {
      let group = PropertyGroup<Value>()
      let finder = unsafe ObserverFinder {
        unsafe group.look(at: ($0 + offset).assumingMemoryBound(to: Value.self), for: $1)
      } groups: {
        [group]
      }
      return (group, finder)
    }
    return group
  }
}
