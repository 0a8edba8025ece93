/// The description of a reducer, as it appears in a case of the model.
package indirect enum Feature {
  /// A child: its actions, and its reducer.
  package struct Child {
    var steps: [String]
    var branch: [String]
    var feature: Feature
    var options = Value.null
  }

  case base(number: Value, answers: [(path: [String], script: Value)])
  case combine([Feature])
  case scope(Child)
  case scopeCase(Child)
  case ifLet(Feature, Child)
  case ifCaseLet(Feature, Child)
  case slot(Feature, Child, isLegacy: Bool)
  case rows(Feature, Child, idKey: String)
  case path(Feature, Child, isLegacy: Bool)
  case reader(at: [String], [(value: Value, feature: Feature)])
  case recurse(name: String, Feature)
  case nested(name: String)
  case around(Feature, any Around)
}

extension Feature {
  /// Reads a description. An unreadable description is a reducer that does nothing: a case may have
  /// been cut.
  package init(_ value: Value?) {
    let value = value ?? .null
    func inner(_ name: String) -> Feature { Feature(value[name]) }
    self =
      switch value["op"]?.text {
      case "base": Self.base(value)
      case "combine": .combine((value["of"]?.array ?? []).map { Feature($0) })
      case "scope": .scope(Child(value, at: "at"))
      case "scope_case": .scopeCase(Child(value, at: "state_case"))
      case "if_let": .ifLet(inner("parent"), Child(value, at: "at"))
      case "if_case_let": .ifCaseLet(inner("parent"), Child(value, at: "state_case"))
      case "presentation": .slot(inner("parent"), Child(value, at: "at"), isLegacy: false)
      case "presentation_destination":
        .slot(inner("parent"), Child(value, at: "at"), isLegacy: true)
      case "for_each":
        .rows(inner("parent"), Child(value, at: "at"), idKey: value["id_key"]?.text ?? "id")
      case "stack": .path(inner("parent"), Child(value, at: "at"), isLegacy: false)
      case "navigation_destination": .path(inner("parent"), Child(value, at: "at"), isLegacy: true)
      case "reader": Self.reader(value)
      case "recurse": .recurse(name: value["name"]?.text ?? "", inner("of"))
      case "self": .nested(name: value["name"]?.text ?? "")
      case let name?: arounds[name].map { .around(inner("base"), $0.init(value)) } ?? .combine([])
      case nil: .combine([])
      }
  }

  private static func base(_ value: Value) -> Feature {
    let answers = (value["answers"]?.array ?? []).compactMap { answer in
      answer[0]?.text.map { (path: caseNames($0), script: answer[1] ?? .null) }
    }
    return .base(number: value["n"] ?? .null, answers: answers)
  }

  private static func reader(_ value: Value) -> Feature {
    let choices = (value["choices"]?.array ?? []).map { choice in
      (value: choice[0] ?? .null, feature: Feature(choice[1]))
    }
    return .reader(at: pointerKeys(value["at"]?.text ?? ""), choices)
  }
}

extension Feature.Child {
  /// - Parameter place: the member with the place of the child's state.
  init(_ value: Value, at place: String) {
    let text = value[place]?.text ?? ""
    steps = place == "at" ? pointerKeys(text) : [text]
    branch = caseNames(value["case"]?.text ?? "")
    feature = Feature(value["child"])
    options = value["options"] ?? .null
  }
}

/// The names of a case path: nested cases, joined with dots.
func caseNames(_ path: String) -> [String] {
  path.isEmpty ? [] : path.split(separator: ".").map { String($0) }
}

extension Feature {
  /// Whether the feature reaches into its state by case, which makes that state an enum.
  var reachesByCase: Bool {
    switch self {
    case .base, .scope, .reader, .nested: false
    case .combine(let members): members.contains { $0.reachesByCase }
    case .scopeCase, .ifCaseLet: true
    case .ifLet(let parent, _), .slot(let parent, _, _), .rows(let parent, _, _),
      .path(let parent, _, _):
      parent.reachesByCase
    case .recurse(_, let inner): inner.reachesByCase
    case .around(let base, _):
      base.reachesByCase
    }
  }

  /// The names of the cases that hold children's actions for operators.
  var branchNames: Set<String> {
    switch self {
    case .base, .nested: []
    case .combine(let members): members.reduce(into: []) { $0.formUnion($1.branchNames) }
    case .scope(let child), .scopeCase(let child): child.branchNames
    case .ifLet(let parent, let child), .ifCaseLet(let parent, let child),
      .slot(let parent, let child, _), .rows(let parent, let child, _),
      .path(let parent, let child, _):
      parent.branchNames.union(child.branchNames)
    case .reader(_, let choices):
      choices.reduce(into: []) { $0.formUnion($1.feature.branchNames) }
    case .recurse(_, let inner): inner.branchNames
    case .around(let base, _):
      base.branchNames
    }
  }
}

extension Feature.Child {
  var branchNames: Set<String> { feature.branchNames.union(branch) }
}
