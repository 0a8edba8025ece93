public import Foundation
public import Kumiki

extension TextState {
  /// A text that is looked up in a table of translations when it is shown. A missing translation shows the
  /// key.
  ///
  ///     TextState("Delete \(name)?", tableName: "Alerts", bundle: .module)
  ///
  /// `TextState("Delete")` shows its text unchanged.
  ///
  /// - Parameters:
  ///   - key: the key in the table.
  ///   - tableName: the name of the `.strings` file; nil for `Localizable`.
  ///   - bundle: the bundle with the tables; nil for the main bundle.
  ///   - comment: a note for translators.
  @_disfavoredOverload
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment _: StaticString? = nil
  ) {
    // Kept by its path, because a state may be used on any thread.
    let path = bundle?.bundlePath
    self.init(key: key.key) { text in
      let bundle = path.flatMap(Bundle.init(path:)) ?? .main
      return key.filled(bundle.localizedString(forKey: text, value: text, table: tableName))
    }
  }
}
