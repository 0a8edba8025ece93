extension FollowedEffect {
  /// Returns the progress of the effect for a snapshot.
  ///
  /// - Parameter entries: the running effects inside it.
  fileprivate func record(_ scopePath: [ScopeKey], _ entries: [EffectEntry], on loop: Loop)
    -> FollowedRecord
  {
    let now = loop.time(by: clock)
    let age = age(at: now)
    let unfinished = entries.filter(\.isLeft)
    var parts = unfinished.filter(\.part.isFollowed).flatMap { entry in
      guard entry.due != nil || entry.hasFired else { return left(of: entry) }
      let now = Int64(clamping: loop.time(by: clock(of: entry.part)))
      let left = entry.due.map { $0.subtractingClamped(now) }
      return [
        KeptPart(
          number: entry.part.number, due: left.map(age.addingClamped), isOver: entry.hasFired)
      ]
    }
    parts += refused
    for one in beginning.reversed() { note(one, &parts) }
    return FollowedRecord(
      scopePath: scopePath, time: time, age: age, since: since,
      isDone: unfinished.isEmpty && parts.isEmpty,
      parts: KeptParts(count: count, kinds: kinds, parts), windows: openWindows())
  }

  private func openWindows() -> [KeptWindow] {
    windows.compactMap { id, window in
      guard !window.isOver, let span = window.span as? LoopSpan, let length = window.length else {
        return nil
      }
      return KeptWindow(id: id, age: span.age, length: length)
    }
  }

  /// Returns the remaining parts of an effect that waits, or that has no timer.
  private func left(of entry: EffectEntry) -> [KeptPart] {
    let parts = left(of: entry.part, entry.size)
    guard let held = entry as? HeldEntry, held.place > 0, let first = parts.first,
      first.number == held.part.number, held.part.start != .resumed || first.wait != nil
    else { return parts }
    let wait = KeptWait(place: held.place, inside: held.part.inside)
    return [KeptPart(number: first.number, wait: wait)]
  }

  /// Returns the remaining parts of a part, none of which has ended since it started here: the whole part, or what the
  /// restored snapshot contained of it. The part may still be waiting for its turn.
  ///
  /// - Parameter size: the number of the part's nodes.
  private func left(of part: EffectPart, _ size: Int32) -> [KeptPart] {
    guard part.start == .resumed, let kept else {
      return [KeptPart(number: part.number)]
    }
    return Array(kept.all(from: part.number, size))
  }

  /// Records a part that exceeded the limit of effects, or that was dropped when the loop was finished.
  func refuse(_ entry: EffectEntry) { refused += left(of: entry) }

  private func note(_ beginning: PartBeginning, _ parts: inout [KeptPart]) {
    switch beginning {
    case .members(var rest, let outer):
      while let member = rest.next() {
        guard let part = part(rest.number, member.size, of: outer) else { continue }
        parts += left(of: part, member.size)
      }
    case .member(let part, let size):
      let isInside = parts.contains { $0.number >= part.number && $0.number - part.number < size }
      if !isInside { parts.append(KeptPart(number: part.number, isOver: true)) }
    }
  }
}

extension EffectTable {
  /// The state-driven effects, including finished ones, in no particular order.
  package var followed: [FollowedRecord] {
    (turns as? TurnQueues)?.numberWaits()
    var found: [FollowedRecord] = []
    var stack: [(ScopeNode, [ScopeKey])] = [(root, [])]
    var children: [ScopeNode] = []
    while let (node, scopePath) = stack.popLast() {
      if let effect = node.memory as? FollowedEffect {
        found.append(effect.record(scopePath, node.everyEntry, on: loop))
      }
      node.children.append(to: &children)
      while let child = children.popLast() {
        if let key = child.key { stack.append((child, scopePath + [key])) }
      }
    }
    return found
  }
}
