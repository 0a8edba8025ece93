import Dependencies
import DependenciesMacros

/// Delivers missing goods.
@DependencyClient
public struct SupplierClient: Sendable {
  public var deliver: @Sendable (_ name: String, _ grams: Int) async throws -> Int
  public var isOpen: @Sendable () -> Bool = { false }
}

extension SupplierClient: TestDependencyKey {
  public static let testValue = Self()
  public static let previewValue = Self(deliver: { _, grams in grams }, isOpen: { true })
}

extension SupplierClient: DependencyKey {
  public static let liveValue = previewValue
}

extension DependencyValues {
  public var supplier: SupplierClient {
    get { self[SupplierClient.self] }
    set { self[SupplierClient.self] = newValue }
  }
}
