internal import KumikiToolchain

/// Actions some of whose cases only the effects of their feature send.
///
///     extension Search.Action: PrivateCases {
///       static var privateCases: [PartialCaseKeyPath<Self>] { [\.loaded, \.failed] }
///     }
///
/// An action of the program may not contain such a case, at any depth: a send of a store or of a scoped store, a view's
/// send, and a post raise the issue `private-case`, and no reducer runs. A C program's send fails with
/// `KMK_ERR_NOT_ALLOWED`. Effects send them, and so do a test store and a replay.
public protocol PrivateCases: CasePathable {
  /// The cases that only effects send.
  static var privateCases: [PartialCaseKeyPath<Self>] { get }
}

extension PrivateCases {
  /// The name of the value's case if the case is private.
  fileprivate var privateCase: String? {
    Self.privateCases.contains { self.is($0) } ? caseName(of: self) : nil
  }
}

/// A private case in an action.
@usableFromInline
package struct PrivateCase {
  /// The names of the cases that lead to it, outermost first.
  package let path: [String]
  private let name: String

  package var actionCase: String { (path + [name]).joined(separator: ".") }

  package var message: String {
    "the case \"\(name)\" is private: only effects of its own feature send it"
  }

  /// Returns the first private case of an action. Uses reflection, and only for types that may contain private cases.
  package static func find(in action: Any) -> Self? {
    // Not recursive, because a feature may contain itself.
    var (values, outers): ([Any], [[String]]) = ([action], [[]])
    while let value = values.popLast(), let outer = outers.popLast() {
      if let name = (value as? any PrivateCases)?.privateCase {
        return Self(path: outer, name: name)
      }
      let mirror = Mirror(reflecting: value)
      guard EnumTag.isEnum(Swift.type(of: value)), let payload = mirror.children.first else {
        continue
      }
      let isCase = mirror.displayStyle == .enum
      let inner = isCase ? outer + [payload.label ?? "_"] : outer
      let tuple = Mirror(reflecting: payload.value)
      let parts =
        tuple.displayStyle == .tuple ? tuple.children.map(\.value) : [payload.value]
      for part in parts where isPossible(in: Swift.type(of: part)) {
        values.append(part)
        outers.append(inner)
      }
    }
    return nil
  }

  /// Whether a reducer has features with private cases.
  @usableFromInline
  package enum Presence {
    /// No feature in it is a type with private cases.
    case none
    /// A reducer in it is chosen at run time.
    case unknown
    case some

    /// - Parameter asked: what ``Reducer/_mayFollow(_:)`` has noted.
    @inlinable
    package init(_ asked: Set<ObjectIdentifier>) {
      self =
        asked.contains(PrivateCase.found)
        ? .some : asked.contains(PrivateCase.unknown) ? .unknown : .none
    }

    /// Whether an action of a type may contain a private case.
    @usableFromInline
    package func isPossible(in type: Any.Type) -> Bool {
      guard EnumTag.isEnum(type) else { return false }
      switch self {
      case .some: return true
      case .unknown: return PrivateCase.isPossible(in: type)
      // For reducers that are functions.
      case .none: return type is any PrivateCases.Type
      }
    }
  }

  /// Noted by a feature whose action type has private cases, and by a reducer that is chosen at run time.
  @inlinable package static var found: ObjectIdentifier { ObjectIdentifier(Found.self) }
  @inlinable package static var unknown: ObjectIdentifier { ObjectIdentifier(Unknown.self) }
  @usableFromInline enum Found {}
  @usableFromInline enum Unknown {}

  /// Whether an action of a type may contain a private case. Found once for each type, in microseconds for each case.
  @usableFromInline
  package static func isPossible(in type: Any.Type) -> Bool {
    guard EnumTag.isEnum(type) else { return false }
    let id = ObjectIdentifier(type)
    let (isKnown, isPossible) = known.withLock { ($0.all.contains(id), $0.possible.contains(id)) }
    if isKnown { return isPossible }
    let found = contains(type)
    known.withLock {
      $0.all.insert(id)
      if found { $0.possible.insert(id) }
    }
    return found
  }

  private struct Known {
    var all: Set<ObjectIdentifier> = []
    var possible: Set<ObjectIdentifier> = []
  }
  private static let known = Guarded(Known())

  /// Looks through the payloads of an enum. A type may contain itself.
  private static func contains(_ type: Any.Type) -> Bool {
    var asked: Set<ObjectIdentifier> = []
    var left = [type]
    while let next = left.popLast() {
      guard asked.insert(ObjectIdentifier(next)).inserted else { continue }
      if next is any PrivateCases.Type { return true }
      left += EnumType.payloadTypes(of: next)
    }
    return false
  }
}
