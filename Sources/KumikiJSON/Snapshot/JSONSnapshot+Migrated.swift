internal import KumikiValues

// A saved snapshot refers to rows by their indices in its own state. A migration may move rows.
extension JSONSnapshot {
  /// Returns the snapshot with the pointers of presentations and effects in the migrated state. Rows are found
  /// by their ids. Those in a row that is gone are left out, like effects that finished for a different value.
  ///
  /// - Parameters:
  ///   - state: the migrated state, to which defaults may have been added since.
  ///   - rows: returns the form of the rows in an array of the former state, given the array's place in the
  ///     migrated state; nil for elements that are identified by their index.
  package func placed(
    in state: JSON, rows: @escaping (_ array: JSON, _ place: [String]) -> JSONRowsForm?
  ) -> JSONSnapshot {
    guard let before else { return self }
    let mover = RowMover(from: before, to: state, rows)
    var placed = self
    placed.before = nil
    placed.move(by: mover)
    return placed
  }

  /// Returns the snapshot as files and logs contain it: without the transient members, and without the presentations,
  /// effects, requests and histories in them.
  ///
  /// - Throws: `tooDeep` if the stack is too small.
  package func lasting() throws(JSONError) -> JSONSnapshot {
    guard let transient else { return self }
    var lasting = self
    lasting.transient = nil
    if hasState { lasting.state = try transient.root.lasting(state) }
    let mover = RowMover(leavingOut: transient)
    lasting.move(by: mover)
    lasting.histories = histories.filter {
      transient.keeps($0.at.text + $0.history.places.part.text)
    }
    return lasting
  }

  /// Moves the presentations, the effects and the requests to other places, or leaves them out.
  @inline(never)
  private mutating func move(by mover: RowMover) {
    presentations = presentations.compactMap { at, id in
      mover.place(of: at).map { ($0.pointer, id) }
    }
    running = running.compactMap { effect in
      guard case .at(let pointer, let id) = effect.name else { return effect }
      guard let place = mover.place(of: pointer.text), !effect.kept.isDone || place.isSame else {
        return nil
      }
      return Followed(name: FollowedName(place.pointer, id.text), kept: effect.kept)
    }
    requests = requests.compactMap { kept in
      mover.place(of: kept.place).map { kept.moved(to: $0.pointer) }
    }
  }
}

extension JSONLayout {
  /// Returns the form of the rows in an array of a state before migrations.
  func formerRows(_ array: JSON, at keys: [String]) -> JSONRowsForm? {
    if let form = rows(at: keys)?.form { return form }
    // The operators of a feature in Swift are not known here.
    return substates(at: keys).isEmpty ? nil : .identified(in: array)
  }
}

/// Maps the places of one state to the places of another state that has the same rows in a different order, or that
/// lacks the transient members.
private final class RowMover {
  /// An array of rows, with their indices in the other state by id.
  private struct Rows {
    let form: JSONRowsForm
    var indices: [JSONRowID: Int] = [:]
  }

  private let former, state: JSON
  private let form: (JSON, [String]) -> JSONRowsForm?
  private let transient: JSONTransient?
  /// By the place in the other state.
  private var known: [JSONPointer: Rows?] = [:]

  init(from former: JSON, to state: JSON, _ form: @escaping (JSON, [String]) -> JSONRowsForm?) {
    (self.former, self.state, self.form) = (former, state, form)
    transient = nil
  }

  init(leavingOut transient: JSONTransient) {
    (former, state, form) = (.null, .null, { _, _ in nil })
    self.transient = transient
  }

  /// Returns a place's current pointer, and whether its value is the same; nil if a row on its path is gone.
  func place(of text: String) -> (pointer: String, isSame: Bool)? {
    if let transient { return transient.keeps(text) ? (text, true) : nil }
    guard let pointer = try? JSONPointer(text) else { return nil }
    var keys: [String] = []
    var (old, new): (JSON?, JSON?) = (former, state)
    for key in pointer.keys {
      var moved = key
      if let array = old, array.kind == .array, let rows = rows(array, new, at: keys) {
        let id = Int(key).flatMap { array[index: $0]?[key: rows.form.idKey.name] }
        guard let id, let index = rows.indices[JSONRowID(id)] else { return nil }
        moved = "\(index)"
      }
      keys.append(moved)
      (old, new) = (old?.part(key), new?.part(moved))
    }
    return (JSONPointer(keys: keys).text, old == new)
  }

  private func rows(_ array: JSON, _ now: JSON?, at keys: [String]) -> Rows? {
    let place = JSONPointer(keys: keys)
    if let known = known[place] { return known }
    let rows = form(array, keys).map { form in
      var rows = Rows(form: form)
      let count = now?.kind == .array ? now?.count ?? 0 : 0
      for index in 0..<count {
        guard let id = now?[index: index]?[key: form.idKey.name] else { continue }
        rows.indices[JSONRowID(id)] = index
      }
      return rows
    }
    known[place] = .some(rows)
    return rows
  }
}

extension JSON {
  /// Returns a member, an element, or the payload of a case.
  fileprivate func part(_ key: String) -> JSON? {
    if let text = string { return text.isExactly(key) ? .some(.null) : .none }
    return kind == .array ? Int(key).flatMap { self[index: $0] } : self[key: key]
  }
}
