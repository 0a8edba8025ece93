/// Which rows the last changes of a collection were about, for those who show rows.
///
/// Every change of one storage is noted here. An observer that remembers how far it has read finds by the
/// ids since then which rows may have been changed, removed or added.
@usableFromInline
struct RowLog<ID> {
  /// Where the log ends now.
  @usableFromInline var end = RowLogMark(serial: Serial.next())
  @usableFromInline var ids: ContiguousArray<ID> = []

  /// How many changes are kept: enough for most bursts.
  @usableFromInline static var length: Int { 16 }

  @usableFromInline
  init() {}

  @inlinable
  mutating func note(_ id: ID) {
    if ids.count < Self.length {
      ids.append(id)
    } else {
      ids[end.count & (Self.length - 1)] = id
    }
    end.count &+= 1
  }

  /// Notes that any row may have changed.
  @usableFromInline
  mutating func noteAll() {
    end = RowLogMark(serial: Serial.next())
    ids.removeAll(keepingCapacity: true)
  }

  /// True where nothing has happened since.
  @inlinable
  func isAt(_ mark: RowLogMark) -> Bool { mark == end }

  /// Calls `visit` with the id of each change since the mark, some perhaps twice, and moves the mark on.
  ///
  /// - Returns: false, without calling `visit`, where the log no longer has them all.
  @inlinable
  func visit(since mark: inout RowLogMark, _ visit: (ID) -> Void) -> Bool {
    let isKnown = mark.serial == end.serial && end.count &- mark.count <= Self.length
    if isKnown {
      for change in mark.count..<end.count { visit(ids[change & (Self.length - 1)]) }
    }
    mark = end
    return isKnown
  }
}

/// How far an observer has read a log.
@usableFromInline
package struct RowLogMark: Equatable {
  /// Changes where the log cannot say what happened; then any row may have changed.
  @usableFromInline var serial: UInt64
  /// The changes since the serial began.
  @usableFromInline var count = 0

  @inlinable
  package init(serial: UInt64 = 0) { self.serial = serial }
}

extension IdentifiedArray {
  /// Whether any row may be another one, gone or new since a mark, which moves on.
  package func passRowChanges(since mark: inout RowLogMark) -> Bool {
    defer { mark = storage.log.end }
    return !storage.log.isAt(mark)
  }

  /// Calls `visit` with the ids of the rows that may be others, gone or new since a mark, and moves that on.
  ///
  /// - Returns: false, and `visit` not called, where any may be.
  package func visitChanges(since mark: inout RowLogMark, _ visit: (ID) -> Void) -> Bool {
    storage.log.isAt(mark) || storage.log.visit(since: &mark, visit)
  }
}
