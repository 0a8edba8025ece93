// The observers of a property whose type is only known to be Equatable, as derived values require them.

/// Rows that report whether any of them may have changed, so that no copy of them is kept: while a copy exists, the
/// next write copies all rows.
package protocol MarkedRows {
  /// Changes whenever a row changes, is added or is removed.
  var rowMark: RowLogMark { get }
}

extension IdentifiedArray: MarkedRows {
  package var rowMark: RowLogMark { storage.log.end }
}

/// The observers of a property that contains rows.
private final class MarkedGroup: ObserverGroup {
  private var mark: RowLogMark?

  func check(_ rows: any MarkedRows, for list: ObserverList) {
    guard !isEmpty, rows.rowMark != mark else { return }
    mark = rows.rowMark
    list.makeDue(self)
  }

  override func entered() { mark = nil }
}

extension ObserverList {
  /// Returns the observers of a property of the state in this list's store.
  package func group<State, Value: Equatable>(of property: KeyPath<State, Value>) -> ObserverGroup {
    let offset = MemoryLayout<State>.offset(of: property)
    if Value.self is any MarkedRows.Type { return markedGroup(of: property) }
    if let offset { return group(of: property, at: offset) }
    let group: PropertyGroup<Value> = known(by: property) {
      let group = PropertyGroup<Value>()
      let finder = ObserverFinder { state, list in
        if group.isEmpty { return }
        Lent.lending(state.typed(State.self).read { $0[keyPath: property] }) {
          group.check($0, for: list)
        }
      } groups: {
        [group]
      }
      return (group, finder)
    }
    return group
  }

  private func markedGroup<State, Value>(of property: KeyPath<State, Value>) -> ObserverGroup {
    let group: MarkedGroup = known(by: property) {
      let group = MarkedGroup()
      let finder = ObserverFinder { state, list in
        if group.isEmpty { return }
        let rows = state.typed(State.self).read { $0[keyPath: property] }
        group.check(rows as! any MarkedRows, for: list)
      } groups: {
        [group]
      }
      return (group, finder)
    }
    return group
  }
}
