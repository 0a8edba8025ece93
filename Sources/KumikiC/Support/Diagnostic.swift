internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// An issue as C sees it: texts that live for the length of the callback.
enum Diagnostic {
  static func deliver(_ issue: Issue, to fn: kmk_diagnostic_fn, _ userData: UserData) {
    let action = (issue.action as? JSONAction)?.json
    issue.code.rawValue.withCString { code in
      issue.message.withCString { message in
        issue.label.withCString { label in
          issue.statePath.withCString { path in
            withOptionalCString(issue.actionCase) { actionCase in
              var diagnostic = kmk_diagnostic(
                code: code, message: message, label: label, path: path, action_case: actionCase,
                action: action.map { UnsafePointer($0.node) })
              fn(&diagnostic, userData.pointer)
            }
          }
        }
      }
    }
    withExtendedLifetime(action) {}
  }

  private static func withOptionalCString(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Void
  ) {
    if let text { text.withCString { body($0) } } else { body(nil) }
  }
}

extension Loop {
  func reportOffThread(_ function: String) {
    report(
      Issue(
        code: .offThread,
        message: "\(function) was called on a thread that is not the loop's; nothing happened"))
  }
}
