internal import KumikiValues
internal import KumikiJSON

/// Lets other threads post actions to a store. A mailbox may outlive the store.
final class Mailbox: HandleObject, @unchecked Sendable {
  override class var kind: StaticString? { "kmk_mailbox" }
  // Immutable; the source is used only on the loop's thread.
  private let loop: Loop
  private let life: StoreLife
  private let place: ViewPlace
  /// The store's requests in flight; nil for one post.
  let requests: RequestIndex?
  private weak var source: (any StoreSource)?

  /// Any thread may call this without requests, which are the owner's.
  init(_ source: any StoreSource, _ place: ViewPlace, _ requests: RequestIndex?) {
    loop = source.core.loop
    life = source.life
    self.requests = requests
    self.place = place
    self.source = source
  }

  /// Posts an action. An action that cannot be made is also reported, if the store still exists.
  ///
  /// - Parameter key: If not nil, the action replaces a waiting action that was posted under the same key.
  func post(_ action: JSON?, latest key: String? = nil) throws {
    let whole: JSON
    do {
      whole = try required(action, "action")
      let limits = JSONLimits(loop.sharedActionLimits)
      try whole.withNode { (node) throws(JSONError) in
        _ = try JSONMeasure.check(node, limits: limits)
      }
    } catch {
      if life.isAlive { loop.reportDropped(Failure(any: error)) }
      throw error
    }
    switch life.isAlive ? put(whole, key) : .closed {
    case .accepted: return
    case .full: throw Failure.full
    case .closed: throw Failure.closed
    }
  }

  /// Tells the store that its requests are kept up to a mark.
  func requestsAreKept(upTo mark: UInt64) throws {
    _ = requests?.kept.max(mark, ordering: .acquiringAndReleasing)
    try tell { $0.kept() }
  }

  /// Tells the store that nothing more will be kept.
  func requestsAreLost() throws { try tell { $0.lost() } }

  private func tell(_ body: @escaping @Sendable (StoreRequests) -> Void) throws {
    if !life.isAlive { throw Failure.closed }
    loop.post { [self] in
      if let source, !source.core.isEnded { body(source.core.requests) }
    }
  }

  private func put(_ action: JSON, _ key: String?) -> PostedAction {
    guard let key else { return loop.postAction(of: self) { [self] in deliver(action) } }
    return loop.post(action, latest: LatestName(self, key)) { [self] in deliver($0) }
  }

  private func deliver(_ action: JSON) {
    guard let source, !source.core.isEnded else { return }
    let whole = place.wrap(action)
    if !whole.isLacking { source.deliver(whole) }
  }
}
