public import CustomDump
public import Kumiki
public import KumikiJSON

// The engine's own types in readable form.

extension PresentationState: CustomDumpRepresentable {
  /// The value. The id of a presentation is not part of the state.
  public var customDumpValue: Any { wrappedValue as Any }
}

extension BindingState: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue }
}

extension Shared: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue }
}

extension Shared: _CustomDiffObject {
  /// The expected value and the actual value of an assertion.
  public var _customDiffValues: (Any, Any) {
    (wrappedValue, link.box.read(in: nil))
  }

  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(sharedRoot) }
}

extension SharedReader: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue }
}

extension Boxed: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue }
}

extension StackState: CustomDumpReflectable {
  /// The elements by id, which is part of the state.
  public var customDumpMirror: Mirror {
    Mirror(
      self, unlabeledChildren: ids.map { (key: $0, value: self[id: $0]!) },
      displayStyle: .dictionary)
  }
}

extension IdentifiedArray: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}

extension StackElementID: CustomDumpStringConvertible {
  public var customDumpDescription: String { "#\(generation)" }
}

extension UniqueID: CustomDumpStringConvertible {
  public var customDumpDescription: String { "UniqueID(\(self))" }
}

extension JSON: CustomDumpStringConvertible {
  public var customDumpDescription: String { "\(self)" }
}
