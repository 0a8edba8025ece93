// Reading and releasing moments, on any thread, and going back to one.
extension JSONVersions {
  /// Returns the state of a version. It lacks if memory runs out.
  func state(of version: JSONVersion) -> JSON {
    state(of: version, with: largeArrays(behind: version))
  }

  /// - Parameter arrays: copies of the large arrays of the current state.
  func state(of version: JSONVersion, with arrays: consuming LargeArrays?) -> JSON {
    let isCopied = arrays != nil
    var way = JSONWayBack(to: version)
    var tree = InverseTree(
      withLock {
        follow(&way) ?? arrays?.put(into: current!, structure) ?? JSON(borrowing: current!)
      })
    if way.isEmpty, !isCopied { return tree.state }
    // Released, so that the inverses do not copy the arrays again.
    arrays = nil
    if !way.forEach({ tree.apply($0) }) { return .lacking }
    let state = tree.state
    // Released after the lock.
    var former: JSON?
    withLock {
      former = lastRead?.state
      lastRead = (version, state)
    }
    return withExtendedLifetime(former) { state }
  }

  /// Follows the versions after a moment. Returns the state that the way back starts from; nil for the current state.
  private func follow(_ way: inout JSONWayBack) -> JSON? {
    var here = way.version
    while true {
      if let lastRead, lastRead.version === here { return lastRead.state }
      way.append(here.inverses)
      guard let next = here.next else { return here.end }
      here = next
    }
  }

  /// Returns copies of the large arrays of the current state, for a way back from it; nil if none are needed: on the
  /// owner's thread, or from another state.
  private func largeArrays(behind version: JSONVersion) -> LargeArrays? {
    for _ in 0..<3 {
      let found: LargeArrays? = withLock {
        var way = JSONWayBack(to: version)
        return isOwner || follow(&way) != nil ? nil : LargeArrays(in: current!, structure)
      }
      guard let found, !found.isEmpty else { return nil }
      if found.copy(from: self, { lock.letOthers() }) { return found }
    }
    // Elements come and go all the time, so the next write copies.
    return nil
  }

  /// Called when a moment is released.
  func release(_ version: JSONVersion) {
    // Freed after the lock.
    var released = Released()
    withLock { release(version, &released) }
    released.free()
  }

  private struct Released {
    /// The first of versions that lead to each other.
    var versions: JSONVersion?
    var state: JSON?
    var inverses: Inverses?

    /// Frees the versions one by one, because recursion would go as deep as their number.
    mutating func free() {
      while let one = versions {
        versions = one.next
        one.next = nil
      }
    }
  }

  private func release(_ version: JSONVersion?, _ released: inout Released) {
    var here = version
    var last: JSONVersion?
    while let one = here {
      one.holders -= 1
      if one.holders > 0 { break }
      if lastRead?.version === one {
        released.state = lastRead?.state
        lastRead = nil
      }
      if open === one {
        // The next moment may use a version that no write has left.
        if one.inverses.isEmpty { break }
        open = nil
      }
      one.line.cost -= one.cost
      last = one
      here = one.next
    }
    if let last {
      last.next = nil
      released.versions = version
    }
  }

  // MARK: Going back

  /// Returns the inverses that lead from the current state back to a version; nil if there are more than a few.
  func wayBack(to version: JSONVersion) -> JSONWayBack? {
    withLock {
      var (here, cost) = (version, 0)
      var way = JSONWayBack(to: version)
      while true {
        cost += here.cost
        if cost > 64 { return nil }
        way.append(here.inverses)
        guard let next = here.next else { return here === open ? way : nil }
        here = next
      }
    }
  }

  /// Called when the inverses of a way were applied to the document. The version then leads back from the current
  /// state without inverses, so that going to and fro records the same few inverses again and again.
  func went(_ way: JSONWayBack) {
    var released = Released()
    withLock {
      guard let last = open else { return }
      let version = way.version
      if version !== last {
        let now = JSONVersion(in: last.line)
        now.holders = 2
        last.next = now
        open = now
        let former = version.next
        version.next = now
        release(former, &released)
      }
      released.inverses = version.dropInverses()
      noteStructure()
      covered.reset()
    }
    released.free()
  }
}
