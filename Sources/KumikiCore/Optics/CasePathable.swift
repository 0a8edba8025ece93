/// An enum that lists its cases as case paths, one property per case.
public protocol CasePathable {
  /// A type with one property per case: the case's path, under the case's name.
  associatedtype AllCasePaths
  /// The paths of the cases; `\.name` is a key path into them.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The start of the cases' key paths: `\Action.Cases.child`.
  public typealias Cases = AllCasePaths

  /// Returns whether the value is in a case: `action.is(\.child.save)`.
  @inlinable
  public func `is`<Value>(_ path: CaseKeyPath<Self, Value>) -> Bool {
    CasePath(path).extract(from: self) != nil
  }

  /// Returns whether the value is in a case.
  @_disfavoredOverload
  public func `is`(_ path: PartialCaseKeyPath<Self>) -> Bool { path.extract(from: self) != nil }

  /// The payload of a case, with an unknown type; nil if the value is in another case.
  @_disfavoredOverload
  public subscript(case path: PartialCaseKeyPath<Self>) -> Any? { path.extract(from: self) }

  /// The payload of a case; nil if the value is in another case. Writing nil, or writing while the value is in another
  /// case, changes nothing and reports the issue `write-wrong-case`.
  @inlinable
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
    get { CasePath(path).extract(from: self) }
    set {
      let path = CasePath(path)
      guard let newValue, path.extract(from: self) != nil else { return path.reportOther(self) }
      self = path.embed(newValue)
    }
  }

  /// Changes the payload of a case. If the value is in another case, `body` is not called, nothing changes, and the
  /// issue `write-wrong-case` is reported.
  @inlinable
  public mutating func modify<Value>(
    _ path: CaseKeyPath<Self, Value>, yield body: (_ payload: inout Value) throws -> Void
  ) rethrows {
    let path = CasePath(path)
    guard var payload = path.extract(from: self) else { return path.reportOther(self) }
    try body(&payload)
    self = path.embed(payload)
  }

  /// The payload of a case as a property; nil if the value is in another case. For enums marked `@dynamicMemberLookup`.
  @inlinable
  public subscript<Value>(
    dynamicMember step: KeyPath<AllCasePaths, CasePath<Self, Value>>
  ) -> Value? { Self.allCasePaths[keyPath: step].extract(from: self) }
}

extension CasePath {
  /// Replaces the payload of the case, or sets `root` to nil.
  ///
  /// - Parameter place: the location of the value, for the issue.
  /// - Returns: false, without a write, if `root` is in another case.
  package func write(_ payload: Value?, to root: inout Root?, in place: String) -> Bool {
    guard let value = root, extract(from: value) != nil else {
      reportOther(root, in: place)
      return false
    }
    root = payload.map(embed)
    return true
  }

  /// Reports a write to a case while the value is in another case.
  @usableFromInline
  func reportOther(_ root: Root?, in place: String = "the value") {
    StepIssue.report(
      .writeWrongCase,
      "the case \\\(spelling) was written while \(place) is \(Self.up(in: root as Any)); nothing "
        + "changed. Assign the whole value to move to another case.")
  }

  /// Returns the name of the case of a value, or of an optional's value.
  private static func up(in root: Any) -> String {
    if let name = KumikiCore.caseName(of: root) { return name }
    let mirror = Mirror(reflecting: root)
    guard mirror.displayStyle == .optional else { return "a \(Root.self)" }
    return mirror.children.first.map { up(in: $0.value) } ?? "nothing"
  }
}
