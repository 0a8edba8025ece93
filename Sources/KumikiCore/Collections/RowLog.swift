/// The ids of the rows that the last changes of a collection affected: either changes of any kind, or only removals.
///
/// Each storage notes every such change in its log. A reader remembers how far it has read.
@usableFromInline
package struct RowLog<ID> {
  /// The current end of the log.
  @usableFromInline var end = RowLogMark(serial: Serial.next())
  @usableFromInline var ids: ContiguousArray<ID> = []

  /// The maximum number of changes that the log keeps: enough for most bursts.
  @usableFromInline static var length: Int { 256 }

  @usableFromInline
  package init() {}

  @inlinable
  package mutating func note(_ id: ID) {
    if ids.count < Self.length {
      ids.append(id)
    } else {
      ids[end.count & (Self.length - 1)] = id
    }
    end.count &+= 1
  }

  /// Notes that any row may have changed.
  @usableFromInline
  package mutating func noteAll() {
    end = RowLogMark(serial: Serial.next())
    ids.removeAll(keepingCapacity: true)
  }

  /// Whether nothing has changed since the mark.
  @inlinable
  func isAt(_ mark: RowLogMark) -> Bool { mark == end }

  /// Calls `visit` with the id of each change since the mark, and moves the mark to the end of the log. An id may be
  /// visited twice.
  ///
  /// - Returns: false, without calling `visit`, if the log no longer contains all these changes.
  @inlinable
  package func visit(since mark: inout RowLogMark, _ visit: (ID) -> Void) -> Bool {
    if isAt(mark) { return true }
    let isKnown = mark.serial == end.serial && end.count &- mark.count <= Self.length
    if isKnown {
      for change in mark.count..<end.count { visit(ids[change & (Self.length - 1)]) }
    }
    mark = end
    return isKnown
  }
}

/// An observer's reading position in a log.
@_documentation(visibility: internal)
public struct RowLogMark: Equatable {
  /// A new serial means that the log does not know the changes: any row may have changed.
  @usableFromInline var serial: UInt64
  /// The number of changes since the serial was assigned.
  @usableFromInline var count = 0

  /// Creates a mark that no log has yet reached.
  @inlinable
  package init(serial: UInt64 = 0) { self.serial = serial }
}
