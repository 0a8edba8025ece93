/// A ``Shared`` or ``SharedReader`` of any type, for tests to compare.
package protocol AnyShared {
  var sharedRoot: any SharedRoot { get }
  /// Its value in a view.
  func sharedValue(in view: SharedView) -> Any
  /// Whether its values in two views are equal.
  func isSame(in one: SharedView, and other: SharedView) -> Bool
}

extension Shared: AnyShared {
  /// Whether the calling thread is inside an update of it.
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
