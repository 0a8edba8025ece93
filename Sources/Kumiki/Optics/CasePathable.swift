/// An enum that lists its cases as case paths, one property a case.
public protocol CasePathable {
  /// A type with a path for each case, as a property of the case's name.
  associatedtype AllCasePaths
  /// The paths of the cases, which `\.name` leads to.
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
  public func `is`(_ path: PartialCaseKeyPath<Self>) -> Bool { path.matches(self) }

  /// The payload of a case: nil in another. Writing to a case that is not up, or nil, changes nothing
  /// and is the issue `write-wrong-case`.
  @inlinable
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
    get { CasePath(path).extract(from: self) }
    set {
      let path = CasePath(path)
      guard let newValue, path.extract(from: self) != nil else { return path.reportOther(self) }
      self = path.embed(newValue)
    }
  }

  /// Changes the payload of a case. In another `body` is not called, nothing changes, and it is the issue
  /// `write-wrong-case`.
  @inlinable
  public mutating func modify<Value>(
    _ path: CaseKeyPath<Self, Value>, yield body: (_ payload: inout Value) throws -> Void
  ) rethrows {
    let path = CasePath(path)
    guard var payload = path.extract(from: self) else { return path.reportOther(self) }
    try body(&payload)
    self = path.embed(payload)
  }

  /// The payload of a case as a property: nil in another case. For enums that are marked as
  /// `@dynamicMemberLookup`.
  @inlinable
  public subscript<Value>(
    dynamicMember step: KeyPath<AllCasePaths, CasePath<Self, Value>>
  ) -> Value? { Self.allCasePaths[keyPath: step].extract(from: self) }
}

extension CasePath {
  /// Writes the payload of the case that is up, or that there is none any more.
  ///
  /// - Parameter place: where the value is, for the issue.
  /// - Returns: false, and nothing written, where the case is not up.
  package func write(_ payload: Value?, to root: inout Root?, in place: String) -> Bool {
    guard let value = root, extract(from: value) != nil else {
      reportOther(root, in: place)
      return false
    }
    root = payload.map(embed)
    return true
  }

  /// A write to a case that is not up.
  @usableFromInline
  func reportOther(_ root: Root?, in place: String = "the value") {
    ReduceContext.report(
      .writeWrongCase,
      "the case \\\(spelling) was written while \(place) is \(Self.up(in: root as Any)); nothing "
        + "changed. Assign the whole value to move to another case.", label: "")
  }

  /// The case that is up, also in an optional.
  private static func up(in root: Any) -> String {
    if let name = Kumiki.caseName(of: root) { return name }
    let mirror = Mirror(reflecting: root)
    guard mirror.displayStyle == .optional else { return "a \(Root.self)" }
    return mirror.children.first.map { up(in: $0.value) } ?? "nothing"
  }
}
