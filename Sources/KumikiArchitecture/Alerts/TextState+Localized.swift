public import Foundation
public import Kumiki

extension TextState {
  /// A text that is looked up in a table of translations when it is shown; where there is none, the key itself.
  ///
  ///     TextState("Delete \(name)?", tableName: "Alerts", bundle: .module)
  ///
  /// `TextState("Delete")` is the text as it is.
  ///
  /// - Parameters:
  ///   - key: the key in the table.
  ///   - tableName: the table, a `.strings` file; nil: `Localizable`.
  ///   - bundle: where the tables are; nil: the main bundle.
  ///   - comment: for who translates.
  @_disfavoredOverload
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment _: StaticString? = nil
  ) {
    // By its path, since a state may go to any thread.
    let path = bundle?.bundlePath
    self.init(key: key.key) { text in
      let bundle = path.flatMap(Bundle.init(path:)) ?? .main
      return key.filled(bundle.localizedString(forKey: text, value: text, table: tableName))
    }
  }
}
