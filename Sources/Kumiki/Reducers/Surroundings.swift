/// What an operator's step is in the middle of: with a trail, it and its parts go down along that.
@usableFromInline
struct Surroundings {
  @usableFromInline let context: UnsafeMutablePointer<ReduceContext>?
  /// Only where nothing runs at or below the parent.
  @usableFromInline let trail: Trail?

  @inlinable @inline(__always)
  init(_ context: UnsafeMutablePointer<ReduceContext>?) {
    self.context = context
    trail = nil
  }

  @inlinable @inline(__always)
  init(quiet trail: Trail) {
    context = trail.notes.pointee.context
    self.trail = trail
  }

  /// Goes down to the child.
  @inlinable @inline(__always)
  func descend<Result>(
    isPresented: Bool, _ key: () -> ScopeKey, _ step: () -> Result
  ) -> Result {
    guard trail != nil, let context else {
      return ReduceContext.descend(context, isPresented: isPresented, key, step)
    }
    let wasPresented = context.pointee.isPresented
    context.pointee.isPresented = isPresented
    let result = step()
    context.pointee.isPresented = wasPresented
    return result
  }

  @inlinable @inline(__always)
  var hasRunning: Bool { trail == nil && ReduceContext.hasRunning(context) }

  /// Runs another reducer's step.
  @inlinable @inline(__always)
  func run<Other: Reducer>(
    _ other: Other, _ state: inout Other.State, _ action: UnsafePointer<Other.Action>
  ) -> Effect<Other.Action> {
    guard let trail else { return lend(action) { other.reduce(into: &state, action: $0) } }
    return _withUnprotectedUnsafeMutablePointer(to: &state) { state in
      Effect(bare: trail.follow { other.descend(into: state, action: action, by: trail) })
    }
  }
}
