/// How a slot, an optional child or a case tells one value from the next.
package struct JSONSlotOptions: Sendable {
  package enum Kind: Sendable {
    /// An enum where the child reaches into it by case.
    case automatic
    case structure
    case enumeration
  }

  package var kind: Kind = .automatic
  /// The member of the value (of an enum: of its payload) whose change is a new identity.
  package var idKey: JSONCase?
  /// Cases that an action of theirs dismisses.
  package var ephemeralCases: [JSONCase] = []
  /// The whole slot is one alert or dialog.
  package var isEphemeral = false
  /// Whether the cases are known: those that the child is made of, and the alerts.
  private(set) var knowsCases = false

  package init() {}

  /// These options with `automatic` resolved, and with the alerts that the child is made of.
  func resolved(for child: JSONReducer) -> JSONSlotOptions {
    var options = self
    options.ephemeralCases += child.alerts
    if kind == .automatic {
      let isEnum = child.reachesByCase || !ephemeralCases.isEmpty
      options.kind = isEnum ? .enumeration : .structure
      options.knowsCases = child.reachesByCase
    }
    return options
  }

  /// True of a value that is an alert or a dialog, by the name of its case.
  func isEphemeral(_ name: JSONCase?) -> Bool {
    isEphemeral || name.map(ephemeralCases.contains) == true
  }
}
