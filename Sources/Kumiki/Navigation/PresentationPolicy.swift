/// Where the dialects of presentation differ.
public struct PresentationPolicy: Sendable {
  @usableFromInline let skipsParentWhenAbsent: Bool
  @usableFromInline let dismissesAlertBeforeParent: Bool
  @usableFromInline let dismissesReplacement: Bool

  /// `presentationDestination`: as in the Composable Architecture's navigation branch of early 2023.
  public static let legacy = Self(
    skipsParentWhenAbsent: true, dismissesAlertBeforeParent: true, dismissesReplacement: true)

  /// `ifLet` of a slot: as in the Composable Architecture since 1.0.
  public static let modern = Self(
    skipsParentWhenAbsent: false, dismissesAlertBeforeParent: false, dismissesReplacement: false)
}
