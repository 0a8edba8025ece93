/// An enum that lists its cases as case paths, one property a case.
public protocol CasePathable {
  /// A type that has the path of each case as a property with the case's name.
  associatedtype AllCasePaths
  /// The paths of the cases; `\.name` is a key path into them.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// Where the key paths of the cases begin: `\Action.Cases.child`.
  public typealias Cases = AllCasePaths

  /// Whether the value is in a case: `action.is(\.child.save)`.
  @inlinable
  public func `is`<Value>(_ path: CaseKeyPath<Self, Value>) -> Bool {
    CasePath(path).extract(from: self) != nil
  }

  /// Whether the value is in a case.
  @_disfavoredOverload
  public func `is`(_ path: PartialCaseKeyPath<Self>) -> Bool { path.extract(from: self) != nil }

  /// The payload of a case whose type is not known; nil if the value is in another.
  @_disfavoredOverload
  public subscript(case path: PartialCaseKeyPath<Self>) -> Any? { path.extract(from: self) }

  /// The payload of a case; nil if the value is in another. Writing nil, or while the value is in another
  /// case, changes nothing and is the issue `write-wrong-case`.
  @inlinable
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
    get { CasePath(path).extract(from: self) }
    set {
      let path = CasePath(path)
      guard let newValue, path.extract(from: self) != nil else { return path.reportOther(self) }
      self = path.embed(newValue)
    }
  }

  /// Changes the payload of a case. If the value is in another case, `body` is not called and nothing
  /// changes: the issue `write-wrong-case`.
  @inlinable
  public mutating func modify<Value>(
    _ path: CaseKeyPath<Self, Value>, yield body: (_ payload: inout Value) throws -> Void
  ) rethrows {
    let path = CasePath(path)
    guard var payload = path.extract(from: self) else { return path.reportOther(self) }
    try body(&payload)
    self = path.embed(payload)
  }

  /// The payload of a case as a property; nil in another case. For enums marked `@dynamicMemberLookup`.
  @inlinable
  public subscript<Value>(
    dynamicMember step: KeyPath<AllCasePaths, CasePath<Self, Value>>
  ) -> Value? { Self.allCasePaths[keyPath: step].extract(from: self) }
}

extension CasePath {
  /// Replaces the payload of the case, or sets `root` to nil.
  ///
  /// - Parameter place: where the value is, for the issue.
  /// - Returns: false, with nothing written, if `root` is in another case.
  package func write(_ payload: Value?, to root: inout Root?, in place: String) -> Bool {
    guard let value = root, extract(from: value) != nil else {
      reportOther(root, in: place)
      return false
    }
    root = payload.map(embed)
    return true
  }

  /// Reports a write to a case that the value is not in.
  @usableFromInline
  func reportOther(_ root: Root?, in place: String = "the value") {
    StepIssue.report(
      .writeWrongCase,
      "the case \\\(spelling) was written while \(place) is \(Self.up(in: root as Any)); nothing "
        + "changed. Assign the whole value to move to another case.")
  }

  /// The name of the case that a value, or an optional's value, is in.
  private static func up(in root: Any) -> String {
    if let name = KumikiCore.caseName(of: root) { return name }
    let mirror = Mirror(reflecting: root)
    guard mirror.displayStyle == .optional else { return "a \(Root.self)" }
    return mirror.children.first.map { up(in: $0.value) } ?? "nothing"
  }
}
