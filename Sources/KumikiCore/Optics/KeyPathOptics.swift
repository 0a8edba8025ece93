/// A stored or computed property, which is always present.
///
/// The offset of a stored property is looked up once, so that a step adds the offset instead of following the key path.
public struct PropertyOptic<Root, Value>: StateOptic {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  @usableFromInline let offset: Int?

  /// Creates the optic of a property.
  @inlinable
  public init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    self.offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  public var opticID: OpticID { OpticID(keyPath) }
  public var name: String { PropertyPath(keyPath).text }
  /// A part of the same type as the whole, at offset 0, is the whole.
  public var isWhole: Bool { offset == 0 && Root.self == Value.self }

  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    // A stored property is located at its offset, and `root` is accessed exclusively during this call.
    return withField(of: &root, at: offset, body)
  }
}

/// The value of an optional property.
public struct OptionalOptic<Root, Value>: StateOptic {
  @usableFromInline let base: PropertyOptic<Root, Value?>

  /// Creates the optic of an optional property's value.
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
public struct CaseOptic<Root, Value>: StateOptic {
  /// The key path that names the case, or the source location where a case path was used directly. One reference for
  /// both, so that a copy costs no more than a key path alone.
  @usableFromInline let origin: AnyObject
  @usableFromInline package let path: CasePath<Root, Value>

  /// Creates the optic of a case's payload.
  @inlinable
  public init(_ keyPath: CaseKeyPath<Root, Value>) where Root: CasePathable {
    origin = keyPath
    path = CasePath(keyPath)
  }

  /// Creates the optic of a case's payload from a case path that is used directly.
  ///
  /// - Parameter site: the source location where the operator is attached.
  package init(_ path: CasePath<Root, Value>, at site: Site) {
    origin = AttachedPath(site)
    self.path = path
  }

  public var opticID: OpticID {
    if let attached = origin as? AttachedPath {
      OpticID(CasePathIdentity(path, at: attached.site))
    } else {
      OpticID(origin as! AnyKeyPath)
    }
  }

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

/// The source location of an operator whose case is given by functions instead of a key path.
private final class AttachedPath {
  let site: Site

  init(_ site: Site) { self.site = site }
}

/// The identity of a case path made of functions: its types and name and, if the name does not determine the case, the
/// source location of the operator.
private struct CasePathIdentity: Hashable {
  private let root: ObjectIdentifier
  private let value: ObjectIdentifier
  private let name: String
  private let site: String?

  init<Root, Value>(_ path: CasePath<Root, Value>, at site: Site) {
    root = ObjectIdentifier(Root.self)
    value = ObjectIdentifier(Value.self)
    name = path.spelling
    self.site = path.caseName.isAmbiguous ? "\(site)" : nil
  }
}

extension CasePathIdentity: CustomStringConvertible {
  var description: String { site.map { "\(name) at \($0)" } ?? name }
}
