internal import Kumiki

/// Finds operators at places that, by the shapes around them, can never exist. Such an operator would be
/// attached silently and never run.
struct JSONPlacesCheck {
  /// A reducer's place: its shape, the forms declared around it for the state there, and the keys to it.
  private struct Level {
    let shape: JSONShape
    let forms: [JSONForm]
    let keys: [String]
  }

  private struct Met: Hashable {
    let shape: ObjectIdentifier
    let forms: Set<FormID>
  }

  private struct FormID: Hashable {
    let table: ObjectIdentifier
    let index: Int

    init(_ form: JSONForm) {
      table = ObjectIdentifier(form.table)
      index = form.index
    }
  }

  private var waiting: [Level]
  private var met: Set<Met> = []
  /// A limit for recursions whose levels have ever different shapes around them. Mistakes are found
  /// early.
  private static let mostLevels = 4096

  private init(_ shape: JSONShape) { waiting = [Level(shape: shape, forms: [], keys: [])] }

  /// The first such operator, as a mistake of the composition.
  static func mistake(in shape: JSONShape) -> JSONError? {
    guard shape.has(.declares) else { return nil }
    var check = JSONPlacesCheck(shape)
    return check.run()
  }

  private mutating func run() -> JSONError? {
    var next = 0
    while next < min(waiting.count, Self.mostLevels) {
      let level = waiting[next]
      next += 1
      let forms = level.forms + level.shape.declaredHere
      let here = Met(shape: ObjectIdentifier(level.shape), forms: Set(forms.map(FormID.init)))
      guard met.insert(here).inserted else { continue }
      do throws(JSONError) {
        for shape in level.shape.here() {
          try look(at: shape, in: Level(shape: shape, forms: forms, keys: level.keys))
        }
      } catch {
        return error
      }
    }
    return nil
  }

  private mutating func look(at shape: JSONShape, in level: Level) throws(JSONError) {
    switch shape.content {
    case .part(let part), .slot(let part), .rows(let part, _):
      let name = part.label?.text ?? ""
      var inside = try go(part.keys, from: level, isCase: part.isCase, name)
      if case .rows(_, let form) = shape.content { inside = try row(of: inside, form, name) }
      waiting.append(Level(shape: part.child, forms: inside.forms, keys: inside.keys))
    case .binding(let branch, let fields):
      for (pointer, _) in fields?.fields ?? [] {
        _ = try go(pointer.keys, from: level, "binding_fields \(branch.path.text)")
      }
    case .history(let places, _):
      _ = try go(places.part.keys, from: level, "undoable, the state_path")
      if let shown = places.shown {
        _ = try go(shown.keys, from: level, "undoable, the history_path")
      }
    case .watcher(let name, let pointer): _ = try go(pointer.keys, from: level, name)
    case .none, .all, .recursion, .choice, .substate, .cases, .declared, .holder: break
    }
  }

  /// The forms at the end of some keys.
  private func go(
    _ keys: [String], from level: Level, isCase: Bool = false, _ name: String
  ) throws(JSONError) -> Level {
    var (forms, here) = (level.forms, level.keys)
    for key in keys {
      forms = try below(forms, name, here, key) { $0.place(key, isCase: isCase) }
      here.append(key)
    }
    return Level(shape: level.shape, forms: forms, keys: here)
  }

  /// The forms of a row, or of the element inside a path's entry.
  private func row(
    of array: Level, _ form: JSONRowsForm, _ name: String
  ) throws(JSONError) -> Level {
    let rows = try below(array.forms, name, array.keys, nil) { $0.elements }
    let inside = form.isPath ? JSONPathForm.element.name : form.idKey.name
    let inner = try below(rows, name, array.keys + ["0"], inside) {
      $0.place(inside, isCase: false)
    }
    return Level(shape: array.shape, forms: form.isPath ? inner : rows, keys: array.keys + ["0"])
  }

  private func below(
    _ forms: [JSONForm], _ name: String, _ keys: [String], _ key: String?,
    _ step: (JSONForm) -> JSONForm.Place
  ) throws(JSONError) -> [JSONForm] {
    var below: [JSONForm] = []
    for form in forms {
      switch step(form) {
      case .form(let inner): below.append(inner)
      case .anything: break
      case .nothing((let why, let known)):
        let place = keys.isEmpty ? "" : " at \(JSONPointer(keys: keys).text(atMost: 64))"
        let beginning = "\(name): the shape has \(why)\(place)"
        throw JSONError(
          .invalidPointer, path: JSONPointer(keys: keys).text,
          message: known.isEmpty
            ? beginning : KnownNames.advice(beginning + "; ", "there are ", known, for: key))
      }
    }
    return below
  }
}
