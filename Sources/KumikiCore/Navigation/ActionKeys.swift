// The coding keys of the actions of slots, rows and paths. They are declared outside the conditional
// conformances: inside, nothing would show that they belong to the enum. Their types have the names that the
// compiler would choose.

extension PresentationAction {
  enum CodingKeys: ActionKey {
    case dismiss, presented

    var word: ActionWord {
      switch self {
      case .dismiss: .dismiss
      case .presented: .presented
      }
    }
  }
  enum DismissCodingKeys: CodingKey {}
  enum PresentedCodingKeys: CodingKey { case _0 }
}

extension DestinationAction {
  enum CodingKeys: ActionKey {
    case dismiss, present, presented

    var word: ActionWord {
      switch self {
      case .dismiss: .dismiss
      case .present: .present
      case .presented: .presented
      }
    }
  }
  enum DismissCodingKeys: CodingKey {}
  enum PresentCodingKeys: CodingKey { case id, state }
  enum PresentedCodingKeys: CodingKey { case _0 }
}

extension IdentifiedAction {
  enum CodingKeys: ActionKey {
    case element

    var word: ActionWord { .element }
  }
  enum ElementCodingKeys: CodingKey { case id, action }
}

extension StackAction {
  enum CodingKeys: ActionKey {
    case element, popFrom, push

    var word: ActionWord {
      switch self {
      case .element: .element
      case .popFrom: .popFrom
      case .push: .push
      }
    }
  }
  enum ElementCodingKeys: CodingKey { case id, action }
  enum PopFromCodingKeys: CodingKey { case id }
  enum PushCodingKeys: CodingKey { case id, state }
}

extension NavigationAction {
  enum CodingKeys: ActionKey {
    case element, dismiss, setPath

    var word: ActionWord {
      switch self {
      case .element: .element
      case .dismiss: .dismiss
      case .setPath: .setPath
      }
    }
  }
  enum ElementCodingKeys: CodingKey { case id, action }
  enum DismissCodingKeys: CodingKey { case id }
  enum SetPathCodingKeys: CodingKey { case _0 }
}
