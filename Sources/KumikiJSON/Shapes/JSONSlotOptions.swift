/// How a slot, an optional child or a case distinguishes one value from the next.
package struct JSONSlotOptions: Sendable {
  package enum Kind: Sendable {
    /// An enum if the child reaches into it by case.
    case automatic
    case structure
    case enumeration
  }

  package var kind: Kind = .automatic
  /// The member of the value (for an enum: of its payload) whose change makes a new presentation.
  package var idKey: JSONCase?
  /// Cases that are dismissed by their own actions.
  package var ephemeralCases: [JSONCase] = []
  /// Whether the whole slot is one alert or dialog.
  package var isEphemeral = false
  /// Whether all cases are known: the cases that the child is composed of, and the alerts.
  var knowsCases = false

  package init() {}

  /// Whether a value is an alert or a dialog, by the name of its case.
  func isEphemeral(_ name: JSONCase?) -> Bool {
    isEphemeral || name.map(ephemeralCases.contains) == true
  }
}
