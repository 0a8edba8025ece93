// The dependencies of a model: those that were in force where it was made.

/// Runs `operation` with the dependencies of a model, so that what it makes, such as the model of a child view,
/// has them too. What is set around the call comes first.
///
/// A model has dependencies if one of its properties is a ``Dependency``, or if `withDependencies` returned it.
/// Otherwise the call is the issue `model-without-dependencies`, and `operation` runs all the same.
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

/// Runs asynchronous work with the dependencies of a model, changed by `update`.
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

/// Runs asynchronous work with the dependencies of a model.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies(from: model, { _ in }, operation: operation)
}

/// An object that is not a model. It has the dependencies that it was given.
package protocol NotAModel: AnyObject {}

extension Loop: NotAModel {}

/// The dependencies of models.
enum ModelDependencies {
  // Unchecked: of the model only the identity is used, and whether it is alive.
  private struct Known: @unchecked Sendable {
    weak var model: AnyObject?
    let values: DependencyValues
  }

  /// Models that have no dependency of their own, by their identity, and how many may be known before those that
  /// are gone are removed.
  private static let known = Guarded(
    (models: [ObjectIdentifier: Known](), limit: 64), in: .sharedValues)

  /// Notes the dependencies in force for a model that was made with them.
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

  /// The dependencies of a model, below those in force here. Nil, and an issue, if it has none.
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

  /// The values where the first ``Dependency`` among the model's properties was made.
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
