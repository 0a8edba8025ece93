/// The rows that the last changes of a collection concern, by their ids: changes of any kind, or those by
/// which a row left.
///
/// Every such change of one storage is noted here. A reader remembers how far it has read.
@usableFromInline
package struct RowLog<ID> {
  /// Where the log ends now.
  @usableFromInline var end = RowLogMark(serial: Serial.next())
  @usableFromInline var ids: ContiguousArray<ID> = []

  /// How many changes are kept: enough for most bursts.
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

  /// True if nothing has changed since the mark.
  @inlinable
  func isAt(_ mark: RowLogMark) -> Bool { mark == end }

  /// Calls `visit` with the id of each change since the mark, some perhaps twice, and moves the mark to the
  /// end.
  ///
  /// - Returns: false, without calling `visit`, if the log no longer has them all.
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

/// How far an observer has read a log.
@_documentation(visibility: internal)
public struct RowLogMark: Equatable {
  /// A new one means that the log cannot say what happened: any row may have changed.
  @usableFromInline var serial: UInt64
  /// The number of changes since the serial began.
  @usableFromInline var count = 0

  /// The beginning of every log.
  @inlinable
  package init(serial: UInt64 = 0) { self.serial = serial }
}
