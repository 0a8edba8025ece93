public import CustomDump
public import Kumiki

// Alerts and dialogs in readable form: their texts, and the roles and actions of their buttons.

extension TextState: CustomDumpRepresentable {
  /// The text, with styled parts in Markdown if possible.
  public var customDumpValue: Any {
    runs.map { run in
      TextStyle.allCases.filter(run.styles.contains).reduce(run.text) { $1.marked($0) }
    }.joined()
  }
}

extension TextStyle {
  fileprivate func marked(_ text: String) -> String {
    switch self {
    case .bold: "**\(text)**"
    case .italic: "_\(text)_"
    case .monospaced: "`\(text)`"
    case .strikethrough: "~~\(text)~~"
    case .monospacedDigit, .underline: "<\(rawValue)>\(text)</\(rawValue)>"
    }
  }
}

extension ButtonState: CustomDumpReflectable {
  /// The text, the role, the action and the animation, if they are set.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if let role { children.append(("role", role)) }
    if let action = action.action { children.append(("action", action)) }
    if let animation = action.animation { children.append(("animation", animation)) }
    children.append(("label", label))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension AlertState: CustomDumpReflectable {
  /// The texts and buttons. The id is not compared.
  public var customDumpMirror: Mirror { Mirror(self, children: shown, displayStyle: .struct) }
}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// The texts and buttons. The id is not compared.
  public var customDumpMirror: Mirror { Mirror(self, children: shown, displayStyle: .struct) }
}

extension QuestionState {
  /// The parts to show, in the order of the initializer.
  fileprivate var shown: [(label: String?, value: Any)] {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return children
  }
}
