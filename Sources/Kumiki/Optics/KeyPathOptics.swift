/// A stored or computed property that is always there.
///
/// For stored properties the offset is taken once, so that a step costs an addition and not a walk
/// through the key path.
public struct PropertyOptic<Root, Value>: StateOptic {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  @usableFromInline let offset: Int?

  /// Leads to a property.
  @inlinable
  public init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    self.offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  public var opticID: OpticID { OpticID(keyPath) }
  public var name: String { "\(keyPath)" }

  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    // A stored property lies at its offset, and `root` is accessed exclusively during this call.
    return withField(of: &root, at: offset, body)
  }
}

/// The value in an optional property.
public struct OptionalOptic<Root, Value>: StateOptic {
  @usableFromInline let base: PropertyOptic<Root, Value?>

  /// Leads to what an optional property holds.
  @inlinable
  public init(_ keyPath: WritableKeyPath<Root, Value?>) { base = PropertyOptic(keyPath) }

  public var opticID: OpticID { base.opticID }
  public var name: String { base.name }

  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    base.modify(&root) { value in
      if value == nil { return nil }
      return body(&value!)
    } ?? nil
  }
}

/// The payload of one case of an enum state.
public struct CaseOptic<Root: CasePathable, Value>: StateOptic {
  @usableFromInline let keyPath: CaseKeyPath<Root, Value>
  @usableFromInline let path: CasePath<Root, Value>

  /// Leads to what a case holds.
  @inlinable
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self.keyPath = keyPath
    path = CasePath(keyPath)
  }

  public var opticID: OpticID { OpticID(keyPath) }
  public var name: String { "\\\(Root.self)\(path.spelling)" }
  public var absence: Issue.Code { .wrongCase }
  public func caseUp(in root: Root) -> String? { caseName(of: root) }

  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard var value = path.extract(from: root) else { return nil }
    let result = body(&value)
    root = path.embed(value)
    return result
  }
}
