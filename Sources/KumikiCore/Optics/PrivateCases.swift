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
  /// The names of the cases that lead to it, outermost first, without the payloads.
  package let path: [String]
  package let name: String

  package var message: String {
    "the case \"\(name)\" is private: only effects of its own feature send it"
  }

  /// Returns the first private case of an action. Uses reflection, and only for types that may contain private cases.
  package static func find(in action: Any) -> Self? {
    var left: [(value: Any, path: [String])] = [(action, [])]
    while let (value, path) = left.popLast() {
      if let name = (value as? any PrivateCases)?.privateCase {
        return Self(path: path, name: name)
      }
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum || mirror.displayStyle == .optional,
        let payload = mirror.children.first
      else { continue }
      let inner = path + (mirror.displayStyle == .enum ? [payload.label ?? "_"] : [])
      for part in parts(of: payload.value) where isPossible(in: Swift.type(of: part)) {
        left.append((part, inner))
      }
    }
    return nil
  }

  /// The elements of a tuple, or the payload itself.
  private static func parts(of payload: Any) -> [Any] {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [payload]
  }

  /// Whether an action of a type may contain a private case. Found once for each type.
  @usableFromInline
  package static func isPossible(in type: Any.Type) -> Bool {
    guard EnumTag.isEnum(type) else { return false }
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    let found = contains(type)
    known.withLock { $0[id] = found }
    return found
  }

  private static let known = Guarded<[ObjectIdentifier: Bool]>([:])

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
