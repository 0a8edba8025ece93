public import CustomDump
public import Kumiki

// Alerts and dialogs as they are read: texts, and what the buttons are for and send.

extension TextState: CustomDumpRepresentable {
  /// The words, styled parts marked as in Markdown, where they can be.
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
  /// The text, what it is for, what it sends and with which animation, each if there is one.
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
  /// The texts and buttons. The id is no part of what is compared.
  public var customDumpMirror: Mirror { Mirror(self, children: shown, displayStyle: .struct) }
}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// The texts and buttons. The id is no part of what is compared.
  public var customDumpMirror: Mirror { Mirror(self, children: shown, displayStyle: .struct) }
}

extension QuestionState {
  /// What is shown, in the order in which it is written down.
  fileprivate var shown: [(label: String?, value: Any)] {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return children
  }
}
