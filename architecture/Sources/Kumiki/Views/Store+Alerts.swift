/// An alert or dialog for a view to draw: its texts, and its buttons with their actions.
public struct PresentedAlert: Identifiable {
  /// A button to draw.
  public struct Button: Identifiable {
    public let id: EphemeralID
    /// The text on the button.
    public let label: TextState
    /// The button's purpose.
    public let role: ButtonStateRole?
    /// Sends the button's action and closes the alert. Does nothing once the alert is closed.
    public let press: () -> Void
  }

  public let id: EphemeralID
  /// The title.
  public let title: TextState
  /// Whether the title is shown.
  public let titleVisibility: ConfirmationDialogStateTitleVisibility
  /// The text below the title.
  public let message: TextState?
  /// The buttons. If the list is empty, the view shows its own button, which calls ``dismiss``.
  public let buttons: [Button]
  /// Closes the alert without an answer. Does nothing once the alert is closed.
  public let dismiss: () -> Void
}

extension Store {
  /// Calls `handler` with the alert or dialog that a slot presents: now, when another one is presented or its
  /// contents have changed, and with nil when it is dismissed.
  ///
  ///     let subscription = store.observeAlert(\.$alert, action: \.alert) { alert in
  ///       window.show(alert?.title.description, alert?.buttons.map { ($0.label, $0.press) })
  ///     }
  public func observeAlert<Asked: QuestionState, SlotAction: PresentingAction>(
    _ slot: KeyPath<State, PresentationState<Asked>>, action: CaseKeyPath<Action, SlotAction>,
    onChange handler: @escaping (_ alert: PresentedAlert?) -> Void
  ) -> Subscription where SlotAction.Presented == Asked.Action {
    observeAlert(CasePath(action), handler) {
      let slot = $0[keyPath: slot]
      return slot.wrappedValue.map { ShownAlert($0, serial: slot.serial) }
    }
  }

  /// Calls `handler` with the alert or dialog in a part of a destination: now, when another one is presented
  /// or its contents have changed, and with nil when it is dismissed.
  ///
  ///     store.observeAlert(\.destination?.alert, action: \.destination.alert) { alert in … }
  public func observeAlert<Asked: QuestionState, SlotAction: PresentingAction>(
    _ part: KeyPath<State, Asked?>, action: CaseKeyPath<Action, SlotAction>,
    onChange handler: @escaping (_ alert: PresentedAlert?) -> Void
  ) -> Subscription where SlotAction.Presented == Asked.Action {
    observeAlert(CasePath(action), handler) {
      $0[keyPath: part].map { ShownAlert($0, serial: 0) }
    }
  }

  private func observeAlert<Asked: QuestionState, SlotAction: PresentingAction>(
    _ action: CasePath<Action, SlotAction>, _ handler: @escaping (PresentedAlert?) -> Void,
    _ find: @escaping (State) -> ShownAlert<Asked>?
  ) -> Subscription where SlotAction.Presented == Asked.Action {
    base.observe(find, removeDuplicates: { $0?.content == $1?.content }, isRaw: false) {
      [self] shown in
      handler(
        shown.map { shown in
          PresentedAlert(shown) { [self] answer in
            guard hasState, let now = find(state), now.isSameAlert(as: shown) else { return }
            // A button without an action only closes the alert.
            send(action.embed(answer.map { .presented($0) } ?? .dismiss))
          }
        })
    }
  }
}

/// An alert as it was last shown.
private struct ShownAlert<Asked: QuestionState> {
  let alert: Asked
  /// The serial of the presentation; 0 if unknown.
  let serial: UInt64

  init(_ alert: Asked, serial: UInt64) {
    self.alert = alert
    self.serial = serial
  }

  /// Whether both are the same alert, even if its contents have changed.
  func isSameAlert(as other: Self) -> Bool { serial == other.serial && alert.id == other.alert.id }

  /// The contents that a view shows. A button's id stands for its action, which need not be
  /// `Equatable`.
  var content: [AnyHashable] {
    [serial, alert.id, alert.title, alert.message]
      + alert.buttons.flatMap { [$0.id, $0.label, $0.role] as [AnyHashable] }
  }
}

extension PresentedAlert {
  fileprivate init<Asked>(
    _ shown: ShownAlert<Asked>, _ answer: @escaping (_ action: Asked.Action?) -> Void
  ) {
    id = shown.alert.id
    title = shown.alert.title
    titleVisibility = shown.alert.titleVisibility
    message = shown.alert.message
    buttons = shown.alert.buttons.map { button in
      Button(id: button.id, label: button.label, role: button.role) {
        button.withAction(answer)
      }
    }
    dismiss = { answer(nil) }
  }
}
