// The coding keys of the actions of slots, rows and navigation paths, named like the words of ``ActionWord``. They are
// declared outside the conditional conformances, because inside a conformance nothing would show that they belong to
// the enum. Their types have the names that the compiler would choose.

extension PresentationAction {
  enum CodingKeys: CodingKey { case dismiss, presented }
  enum DismissCodingKeys: CodingKey {}
  enum PresentedCodingKeys: CodingKey { case _0 }
}

extension DestinationAction {
  enum CodingKeys: CodingKey { case dismiss, present, presented }
  enum DismissCodingKeys: CodingKey {}
  enum PresentCodingKeys: String, CodingKey { case id, _1 = "state" }
  enum PresentedCodingKeys: CodingKey { case _0 }
}

extension IdentifiedAction {
  enum CodingKeys: CodingKey { case element }
  enum ElementCodingKeys: CodingKey { case id, action }
}

extension StackAction {
  enum CodingKeys: CodingKey { case element, popFrom, push }
  enum ElementCodingKeys: CodingKey { case id, action }
  enum PopFromCodingKeys: CodingKey { case id }
  enum PushCodingKeys: CodingKey { case id, state }
}

extension NavigationAction {
  enum CodingKeys: CodingKey { case element, dismiss, setPath }
  enum ElementCodingKeys: CodingKey { case id, action }
  enum DismissCodingKeys: CodingKey { case id }
  enum SetPathCodingKeys: CodingKey { case _0 }
}
