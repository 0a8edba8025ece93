package import KumikiValues

// The saved form of requests in flight; docs/formats.md has its grammar.
extension KeptRequest {
  /// Nil for a request that is not ``inJSON``.
  var json: JSON? {
    guard let question = question.value as? JSONQuestion else { return nil }
    var members: [(String, JSON)] = [
      ("id", JSON(stringLiteral: id.description)),
      ("name", JSON(stringLiteral: self.question.name)),
      ("at", JSON(stringLiteral: place)), ("depth", JSON(integerLiteral: Int64(depth))),
    ]
    if !self.question.isSecret { members.append(("question", question.json)) }
    for (key, path) in [
      ("answer", question.answer), ("part", question.part), ("failure", question.failure),
    ] {
      if let path { members.append((key, JSON(stringLiteral: path.path))) }
    }
    // Ids other than strings are only valid in this process.
    let ids = ids.value.compactMap { ($0.base as? ExactText)?.text }
    if !ids.isEmpty { members.append(("ids", JSON(elements: ids.map { JSON(stringLiteral: $0) }))) }
    if attempts > 0 { members.append(("attempts", .number(UInt64(attempts)))) }
    if let part = lastPart.flatMap(JSON.init(content:)), !self.question.isSecret {
      members.append(("last", part))
    }
    if isFollowed { members.append(("followed", true)) }
    if let turn {
      members.append(("chain", .number(UInt64(turn.chain))))
      members.append(("link", .number(UInt64(turn.link))))
    }
    // A secret question is not saved, so it cannot be asked again.
    let cannotAsk = self.question.isSecret && self.question.restart == .again
    let restart = cannotAsk ? .fail : self.question.restart
    if restart != .again { members.append(("restart", JSON(stringLiteral: restart.word))) }
    return JSON(members: members)
  }

  /// The request as a snapshot contains it. Nil for a request of a feature in Swift whose replies are functions, because
  /// no other effect can call them. The request of a state-driven effect is only compared.
  package var inJSON: KeptRequest? {
    if question.value is JSONQuestion { return self }
    let nothing = isFollowed ? ReplyCases(answer: nil, part: nil, failure: nil) : nil
    guard let cases = question.value.cases ?? nothing,
      let value = JSONQuestion(naming: cases, of: question.value)
    else { return nil }
    return KeptRequest(
      id: id,
      question: .json(
        question.name, value, isSecret: question.isSecret, restart: question.restart),
      place: place, depth: depth, attempts: attempts, lastPart: lastPart, ids: ids.value,
      isFollowed: isFollowed, turn: turn)
  }

  static func read(_ saved: SavedValue) throws(JSONError) -> KeptRequest {
    guard let id = try saved.member("id").text(or: nil),
      let name = try saved.member("name").text(or: nil)
    else { throw saved.expected("a request with an id and a name") }
    let question = try saved.member("question").json
    let value = JSONQuestion(
      question ?? .null, answer: try saved.replyCase("answer"), part: try saved.replyCase("part"),
      failure: try saved.replyCase("failure"))
    var ids: [AnyHashable] = []
    for id in try saved.member("ids").elements() {
      guard let text = try id.text(or: nil) else { throw id.expected("a text") }
      ids.append(AnyHashable(ExactText(text)))
    }
    let word = try saved.member("restart").text(or: RequestRestart.again.word)
    guard let restart = RequestRestart.allCases.first(where: { $0.word == word }) else {
      throw try saved.member("restart").expected("again, fail or drop")
    }
    return KeptRequest(
      id: RequestID(id),
      question: .json(
        name, value, isSecret: question == nil,
        restart: question == nil && restart == .again ? .fail : restart),
      place: try saved.member("at").pointer(),
      depth: Int(try saved.member("depth").integer(from: 0, to: Int64(Int32.max))),
      attempts: UInt32(
        try saved.member("attempts").integer(from: 0, to: Int64(Int32.max), or: 0)),
      lastPart: try saved.member("last").json, ids: ids,
      isFollowed: try saved.member("followed").flag(), turn: try saved.turn())
  }
}

extension RequestRestart {
  fileprivate static var allCases: [Self] { [.again, .fail, .drop] }

  fileprivate var word: String {
    switch self {
    case .again: "again"
    case .fail: "fail"
    case .drop: "drop"
    }
  }
}

extension SavedValue {
  /// The turn of a request in a chain; nil without one.
  fileprivate func turn() throws(JSONError) -> KeptRequest.Turn? {
    guard try member("chain").json != nil else { return nil }
    func number(_ key: String) throws(JSONError) -> Int {
      Int(try member(key).integer(from: 0, to: Int64(Int32.max)))
    }
    return KeptRequest.Turn(chain: try number("chain"), link: try number("link"))
  }

  fileprivate func replyCase(_ key: String) throws(JSONError) -> JSONReplyCase? {
    let path = try member(key)
    guard let text = try path.text(or: nil) else { return nil }
    do throws(JSONError) { return try JSONReplyCase(text) } catch {
      throw path.expected("a case path")
    }
  }
}
