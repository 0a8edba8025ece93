/// A ``Shared`` or a ``SharedReader``, whatever its type, as a test compares it.
package protocol AnyShared {
  var sharedRoot: any SharedRoot { get }
  /// Its value, as a view has it.
  func sharedValue(in view: SharedView) -> Any
  /// Whether two views have equal values of it.
  func isSame(in one: SharedView, and other: SharedView) -> Bool
}

extension Shared: AnyShared {
  /// Whether the calling thread is inside of an update of it.
  package var isBeingWritten: Bool { box.root.isBeingWritten }
  package var sharedRoot: any SharedRoot { box.root }
  package func sharedValue(in view: SharedView) -> Any { box.read(in: view) }

  package func isSame(in one: SharedView, and other: SharedView) -> Bool {
    areEqual(box.read(in: one), box.read(in: other))
  }
}

extension SharedReader: AnyShared {
  package var sharedRoot: any SharedRoot { box.root }
  package func sharedValue(in view: SharedView) -> Any { box.read(in: view) }

  package func isSame(in one: SharedView, and other: SharedView) -> Bool {
    areEqual(box.read(in: one), box.read(in: other))
  }
}
