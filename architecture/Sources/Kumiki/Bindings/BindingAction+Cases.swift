// A path leads to the write of one field: `send(\.binding.isOn, true)`.

extension BindingAction: CasePathable {
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The writes of a field; the payload is the new value.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember field: WritableKeyPath<Root, Value>
    ) -> CasePath<BindingAction, Value> {
      CasePath({ .set(field, $0) }, { $0.value(of: field) }, .field(field))
    }

    /// The writes of a field marked `@BindingState`: `\.binding.$isOn`.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember field: WritableKeyPath<Root, BindingState<Value>>
    ) -> CasePath<BindingAction, Value> {
      CasePath({ .set(field, $0) }, { $0.value(of: field) }, .field(field))
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The value written to `field`; nil if another field is written.
  private func value<Value>(of field: PartialKeyPath<Root>) -> Value? {
    keyPath == field ? value as? Value : nil
  }
}
