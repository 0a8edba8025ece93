package import Kumiki
import KumikiJSON

extension DependencyValues {
  private enum NamedKey: DependencyKey {
    static let liveValue: [String: Value] = [:]
  }

  /// The values that a case provides under its own names.
  private var named: [String: Value] {
    get { self[NamedKey.self] }
    set { self[NamedKey.self] = newValue }
  }

  /// Sets a dependency by its name in a case. A generator that counts is made once.
  static func setting(_ key: String, _ value: Value) -> (inout DependencyValues) -> Void {
    let counting = UUIDGenerator.incrementing
    return { values in
      values.named[key] = value
      switch (key, value) {
      case ("isPresented", .bool(let isPresented)): values.isPresented = isPresented
      case ("date", .integer(let moment)): values.date = .constant(moment)
      case ("uuid", .text("incrementing")): values.uuid = counting
      case ("uuid", .text(let text)): if let id = UniqueID(text) { values.uuid = .constant(id) }
      default: break
      }
    }
  }

  /// The innermost provided value: a tree in C provides values by name.
  fileprivate func value(_ key: String) -> Value {
    named[key] ?? (self[named: key] as? JSON).map { Value($0) } ?? .null
  }
}

/// The dependencies that a script may read.
package struct Environment {
  let loop: () -> Loop

  package init(_ loop: @escaping () -> Loop) { self.loop = loop }

  subscript(name: String) -> Value {
    switch name {
    case "is_presented": .bool(DependencyValues.current.isPresented)
    case "uuid": .text(DependencyValues.current.uuid().description)
    case "now": .integer(Int64(clamping: loop().now))
    case "date": .integer(DependencyValues.current.date.now)
    default: DependencyValues.current.value(name)
    }
  }
}
