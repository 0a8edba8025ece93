internal import Kumiki

// What was declared of a state (kmk_shape) holds for what is written into it. A value is looked at by what
// was said of its place, which is found from the root down: that takes as long as the place is deep.
extension JSONState {
  /// What was declared of what a pointer leads to from here.
  func declared(at pointer: JSONPointer) -> [JSONForm] {
    withExtendedLifetime(pointer) {
      var way = JSONDeclaredWay(to: self)
      var (container, here) = (node, place)
      for step in pointer.segments {
        guard let node = container else { return [] }
        here = here?.with { $0.child(step) }
        way.enter(step, in: node, here)
        container = step.child(of: node)
      }
      return way.forms
    }
  }

  /// Takes in a value that is to be put here: refuses what does not fit, and adds what has a default.
  ///
  /// - Returns: the value or a whole one, which takes its place.
  @inline(never)
  func fitted(stealing value: JSONNode) throws(JSONWriteError) -> JSONNode {
    do throws(JSONWriteError) {
      guard let whole = try completed(value) else { return value }
      value.releaseDeep()
      return whole.retained()
    } catch {
      value.releaseDeep()
      throw error
    }
  }

  /// As ``fitted(stealing:)``, of a new element of this array.
  @inline(never)
  func fitted(
    stealing value: JSONNode, at step: JSONPointer.Segment
  ) throws(JSONWriteError) -> JSONNode {
    // It was refused already where it does not fit.
    guard value.isContainer else { return value }
    do throws(JSONWriteError) {
      guard let whole = try completed(value, at: step, JSONDeclaredWay(to: self)) else {
        return value
      }
      let isTakenIn = document.with { $0.takesIn(whole.node, at: depth + 1, over: nil) }
      guard isTakenIn else { throw .tooDeep }
      value.releaseDeep()
      return whole.retained()
    } catch {
      value.releaseDeep()
      throw error
    }
  }

  /// A value for this place with what is missing; nil where nothing is.
  func completed(_ value: JSONNode) throws(JSONWriteError) -> JSON? {
    var whole: JSON?
    if let (parent, step) = above {
      let way = JSONDeclaredWay(to: parent.pointee)
      if let mismatch = parent.pointee.declaredMismatch(of: value, at: step, way) {
        throw parent.pointee.refuse(mismatch)
      }
      if value.isContainer { whole = try parent.pointee.completed(value, at: step, way) }
    }
    guard value.isContainer else { return nil }
    if let place {
      for claim in place.object.claims {
        let here = whole?.node ?? value
        whole =
          try Self.inWrite { () throws(JSONError) in
            try claim.shape.completed(here, after: claim.step)
          } ?? whole
      }
    }
    guard let whole else { return nil }
    guard takesIn(whole.node) else { throw .tooDeep }
    return whole
  }

  /// A value for a step below with what is missing; nil where nothing is.
  private func completed(
    _ value: JSONNode, at step: JSONPointer.Segment, _ way: JSONDeclaredWay
  ) throws(JSONWriteError) -> JSON? {
    var whole: JSON?
    guard let node else { return nil }
    for form in way.forms {
      guard case .form(let form) = form.below(step, in: node) else { continue }
      let here = whole?.node ?? value
      whole = try Self.inWrite { () throws(JSONError) in try form.completed(here) } ?? whole
    }
    guard hasRows, let place else { return whole }
    for claim in place.object.claims where claim.isOfRows {
      let here = whole?.node ?? value
      whole =
        try Self.inWrite { () throws(JSONError) in
          try claim.shape.completed(inside: here)
        } ?? whole
    }
    return whole
  }

  /// The one thing that completing can want for is stack.
  private static func inWrite(
    _ complete: () throws(JSONError) -> JSON?
  ) throws(JSONWriteError) -> JSON? {
    do throws(JSONError) { return try complete() } catch { throw .tooDeep }
  }

  /// Refuses a value for one step below this container.
  func admitDeclared(_ value: JSONNode, at step: JSONPointer.Segment) throws(JSONWriteError) {
    let way = JSONDeclaredWay(to: self)
    if let mismatch = declaredMismatch(of: value, at: step, way) { throw refuse(mismatch) }
  }

  /// Refuses to take away what has to be there.
  func admitDeclaredRemoval(_ step: JSONPointer.Segment) throws(JSONWriteError) {
    guard let node else { return }
    for form in JSONDeclaredWay(to: self).forms {
      if let error = form.mismatch(without: step, in: node) { throw refuse(JSONMismatch(error)) }
    }
  }

  /// Whether a scalar fits where some steps lead, of which none goes into rows.
  func declaredAllows(_ value: JSONNode, at steps: JSONSteps) -> Bool {
    var way = JSONDeclaredWay(to: self)
    var (container, here) = (node, place)
    for index in 0..<steps.count {
      guard let node = container, way.mayEnter(steps[index], in: node) else { return false }
      here = here?.with { $0.child(steps[index]) }
      way.enter(steps[index], in: node, here)
      container = steps[index].child(of: node)
    }
    return way.forms.allSatisfy { $0.mismatch(value) == nil }
  }

  /// What does not fit in a value for one step below this container.
  func declaredMismatch(
    of value: JSONNode, at step: JSONPointer.Segment, _ way: JSONDeclaredWay
  ) -> JSONMismatch? {
    guard let node else { return nil }
    for form in way.forms {
      switch form.below(step, in: node) {
      case .anything: continue
      case .nothing(let error): return JSONMismatch(error)
      case .form(let form):
        guard let error = form.mismatch(value) else { continue }
        return JSONMismatch(error.below(JSONPointer.root.appending(step.text)))
      }
    }
    return nil
  }
}
