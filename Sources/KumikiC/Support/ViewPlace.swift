internal import KumikiJSON

/// The place of a scoped store: its part of the state, and the wrapping of its actions.
struct ViewPlace: Hashable {
  var state: JSONAddress
  private(set) var steps: [Step] = []

  /// A wrapper around an action. The outermost wrapper comes first.
  enum Step: Hashable {
    case branch(JSONCasePath)
    case element(JSON)
  }

  static let root: ViewPlace = ViewPlace(state: .root)

  private init(state: JSONAddress) { self.state = state }

  func appending(_ pointer: JSONPointer, _ path: JSONCasePath) -> ViewPlace {
    var place = self
    place.state = state.appending(pointer)
    place.steps.append(.branch(path))
    return place
  }

  func appending(row id: JSON, of array: JSONPointer, _ path: JSONCasePath) -> ViewPlace {
    var place = self
    place.state = state.appending(row: id, of: array)
    place.steps += [.branch(path), .element(id)]
    return place
  }

  /// Wraps an action of the scoped store as an action of the root.
  func wrap(_ action: JSON) -> JSON {
    steps.reversed().reduce(action) { inner, step in
      switch step {
      case .branch(let path): path.wrap(inner)
      case .element(let id): JSONActionForm.element(inner, id)
      }
    }
  }

  /// The location of the scoped store's action inside the root's action, for errors.
  var actionPath: String {
    steps.reduce("") { path, step in
      switch step {
      case .branch(let cases): path + JSONPointer(cases).text
      case .element: path + JSONActionForm.elementPlace
      }
    }
  }

  /// Returns a case path of the scoped store relative to the root, as issues show it.
  func names(_ path: JSONCasePath) -> String {
    let outer = steps.flatMap { step in
      switch step {
      case .branch(let cases): cases.names
      case .element: [JSONActionForm.elementName]
      }
    }
    return (outer + path.names).joined(separator: ".")
  }

  /// The names of the cases after the last element.
  var caseNames: [String] {
    steps.reduce(into: []) { names, step in
      switch step {
      case .branch(let path): names += path.names
      case .element: names = []
      }
    }
  }
}
