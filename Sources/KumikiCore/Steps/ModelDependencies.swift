// The dependencies of a model: the dependencies that were current where it was created.

/// Runs `operation` with the dependencies of a model, so that objects created in it, such as the model of a child view,
/// have these dependencies too. Dependencies set around the call take precedence.
///
/// A model has dependencies if one of its properties is a ``Dependency``, or if `withDependencies` returned it.
/// Otherwise the call reports the issue `model-without-dependencies`, and `operation` still runs.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model, _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  guard let values = ModelDependencies.inForce(of: model) else { return try operation() }
  return try withDependencies(
    {
      $0 = values
      try update(&$0)
    }, operation: operation)
}

/// Runs `operation` with the dependencies of a model, as `withDependencies(from:_:operation:)` does.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model, operation: () throws -> Result
) rethrows -> Result {
  try withDependencies(from: model, { _ in }, operation: operation)
}

/// Runs an asynchronous operation with the dependencies of a model, changed by `update`.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model, isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void, operation: () async throws -> Result
) async rethrows -> Result {
  guard let values = ModelDependencies.inForce(of: model) else { return try await operation() }
  return try await withDependencies(
    {
      $0 = values
      try await update(&$0)
    }, operation: operation)
}

/// Runs an asynchronous operation with the dependencies of a model.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies(from: model, { _ in }, operation: operation)
}

/// An object that is not a model. Its dependencies were set explicitly.
package protocol NotAModel: AnyObject {}

extension Loop: NotAModel {}

/// The dependencies of models.
enum ModelDependencies {
  // Unchecked, because only the identity of the model is used, and whether the model is alive.
  private struct Known: @unchecked Sendable {
    weak var model: AnyObject?
    let values: DependencyValues
  }

  /// Models without a dependency property, by identity. When their number reaches the limit, released models are
  /// removed.
  private static let known = Guarded(
    (models: [ObjectIdentifier: Known](), limit: 64), in: .sharedValues)

  /// Records the current dependencies for a model that was created with them.
  static func noted<Result>(_ result: Result) -> Result {
    guard Result.self is AnyClass, !(Result.self is any NotAModel.Type) else { return result }
    let model = result as AnyObject
    guard own(model) == nil else { return result }
    let new = Known(model: model, values: .current)
    known.withLock { known in
      known.models[ObjectIdentifier(model)] = new
      guard known.models.count > known.limit else { return }
      known.models = known.models.filter { $0.value.model != nil }
      known.limit = max(64, known.models.count * 2)
    }
    return result
  }

  /// Returns the dependencies of a model, overridden by the current ones. If it has none, reports an issue and returns
  /// nil.
  static func inForce(of model: AnyObject) -> DependencyValues? {
    guard let values = own(model) ?? noted(of: ObjectIdentifier(model)) else {
      ReduceContext.report(
        .modelWithoutDependencies,
        "the dependencies of a \(type(of: model)) were asked for, and it has none; give it a property that is a "
          + "@Dependency, or make it in withDependencies",
        label: "", on: DependencyValues.ambientLoop)
      return nil
    }
    return DependencyValues.current.over(values).flattened
  }

  private static func noted(of id: ObjectIdentifier) -> DependencyValues? {
    let known = known.withLock { $0.models[id] }
    return known?.model == nil ? nil : known?.values
  }

  /// Returns the values that were current where the first ``Dependency`` among the model's properties was created.
  private static func own(_ model: AnyObject) -> DependencyValues? {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let current = mirror {
      for case let (_, value as any HasInitialDependencies) in current.children {
        return value.initialValues
      }
      mirror = current.superclassMirror
    }
    return nil
  }
}

/// A ``Dependency`` of any type.
protocol HasInitialDependencies {
  var initialValues: DependencyValues { get }
}

extension Dependency: HasInitialDependencies {}
