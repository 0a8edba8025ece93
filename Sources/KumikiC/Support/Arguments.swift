internal import CKumiki
internal import KumikiJSON

// Reads arguments from C. Errors name an argument as the header does.

/// A text with invalid UTF-8 replaced; nil for NULL.
@safe func lossyText(_ text: CText?) -> String? { CStringView(text)?.bytes.string }

/// Copies a NUL-terminated text to memory with room for it; does nothing for NULL.
@safe func write(_ text: String, to place: CNewText?) {
  guard let place = unsafe place else { return }
  for (index, byte) in text.utf8.enumerated() { unsafe place[index] = CChar(bitPattern: byte) }
  unsafe place[text.utf8.count] = 0
}

/// A required text.
@safe func given(_ text: CText?, _ what: String) throws -> CStringView {
  guard let text = CStringView(text) else { throw Failure.isNull(what) }
  return text
}

/// A required text, which must be UTF-8.
@safe func text(_ pointer: CText?, _ what: String) throws -> String {
  try text(given(pointer, what), what)
}

func text(_ text: CStringView, _ what: String) throws -> String {
  guard let text = text.string else { throw Failure.invalid("\(what) is not UTF-8") }
  return text
}

@safe func optionalText(_ pointer: CText?, _ what: String) throws -> String? {
  try CStringView(pointer).map { try text($0, what) }
}

@safe func pointer(_ pointer: CText?, _ what: String = "pointer") throws -> JSONPointer {
  try JSONPointer(text(pointer, what))
}

func pointer(_ text: CStringView) throws -> JSONPointer {
  try JSONPointer(KumikiC.text(text, "pointer"))
}

@safe func casePath(_ path: CText?, _ what: String = "action_case") throws -> JSONCasePath {
  try JSONCasePath(text(path, what))
}

/// The name of one case, without dots.
@safe func singleCase(_ name: CText?, _ what: String = "state_case") throws -> JSONCase {
  let path = try casePath(name, what)
  guard path.cases.count == 1 else { throw Failure.invalid("\(what) is one name, without dots") }
  return path.cases[0]
}

/// A value that the program keeps. jansson takes mutable pointers, but the value is never written.
@safe func node(_ value: CJSON?) -> JSONNode? { unsafe node(CNewJSON(mutating: value)) }

/// A value that is handed over.
@safe func node(_ value: CNewJSON?) -> JSONNode? { unsafe value.map { unsafe JSONNode($0) } }

@safe func given(_ value: CJSON?, _ what: String) throws -> JSONNode {
  guard let node = node(value) else { throw Failure.isNull(what) }
  return node
}

/// A value that the program keeps; nil for NULL.
@safe func borrowed(_ value: CJSON?) -> JSON? { node(value).map { JSON(borrowing: $0) } }

@safe func json(_ value: CJSON?, _ what: String) throws -> JSON {
  try required(borrowed(value), what)
}

/// A required value, which must not be too deep.
func required(_ json: JSON?, _ what: String) throws -> JSON {
  guard let json else { throw Failure.isNull(what) }
  try JSONMeasure.check(json)
  return json
}

/// A value that the program hands over; nil for NULL.
@safe func taken(_ value: CNewJSON?) -> JSON? { node(value).map { JSON(stealing: $0) } }

/// A new reference to a value that the program keeps.
@safe func retained(_ value: CJSON?) -> CNewJSON? { new(node(value)?.retained()) }

/// A value lent to C.
@safe func lent(_ value: JSONNode?) -> CJSON? { unsafe CJSON(new(value)) }

/// A new reference for C to own.
@safe func new(_ value: JSONNode?) -> CNewJSON? { unsafe value?.pointer }

@safe func isThere<Value>(_ place: COut<Value>?) -> Bool { unsafe place != nil }

/// Returns a value through a pointer, which may be NULL.
@safe func give<Value>(_ value: Value, to place: COut<Value>?) {
  unsafe place?.pointee = value
}

/// A text that lives forever.
@safe func constant(_ text: StaticString) -> CText {
  unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Releases a value that was handed over.
@safe func release(_ value: CNewJSON?) { node(value)?.releaseDeep() }

/// The members of an array with a `size_t` count. A count that no array can have is a mistake.
@safe func members<Member>(
  _ start: CStructs<Member>?, _ count: Int, _ what: String
) throws -> UnsafeBufferPointer<Member> {
  guard unsafe start != nil || count == 0 else { throw Failure.isNull(what) }
  guard (0...Int.max / MemoryLayout<Member>.stride).contains(count) else {
    throw Failure.invalid("\(what) cannot be \(UInt(bitPattern: count)) long")
  }
  return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// Reads each struct of an array.
@safe func structs<Struct, Member>(
  _ start: CStructs<Struct>?, _ count: Int, _ what: String, _ read: (Struct) throws -> Member
) throws -> [Member] {
  try unsafe members(start, count, what).map(read)
}

/// Reads each text of an array that ends with NULL; empty for a NULL array.
@safe func texts<Member>(
  _ start: CStructs<CText?>?, _ read: (CText) throws -> Member
) throws -> [Member] {
  var found: [Member] = []
  guard var place = unsafe start else { return found }
  while let here = unsafe place.pointee {
    try unsafe found.append(read(here))
    unsafe place += 1
  }
  return found
}

/// The bytes of a text; up to its NUL if no count is given.
@safe func bytes(_ text: CText?, _ count: Int?, _ what: String) throws -> JSONBytes {
  guard let count else { return try given(text, what).bytes }
  guard unsafe text != nil else { throw Failure.isNull(what) }
  return JSONBytes(UnsafeRawBufferPointer(try members(text, count, what)))
}

/// Frees a text that C was given.
@safe func freeText(_ text: CNewText?) { TextMemory.free(text) }

/// A text that C frees with `kmk_text_free`; nil if memory runs out.
@safe func newText(_ text: String) -> CNewText? { TextMemory.copy(text) }

// MARK: - Structs

extension JSONCases.Case {
  @safe init(_ known: kmk_case) throws {
    try unsafe self.init(
      text(known.name, "a case's name"), optionalText(known.payload, "a case's payload"))
  }
}

/// A field that views may write.
@safe func declared(_ field: kmk_field) throws -> (pointer: JSONPointer, form: JSONForm) {
  let pointer = try unsafe pointer(field.pointer, "a field's pointer")
  return (pointer, try unsafe JSONForm(field: text(field.kind, "a field's kind")))
}

extension JSONSlotOptions {
  @safe init(_ options: CStructs<kmk_slot_options>?) throws {
    self.init()
    guard let options = try sized(options, "options") else { return }
    switch unsafe options.kind {
    case KMK_STATE_AUTO: kind = .automatic
    case KMK_STATE_STRUCT: kind = .structure
    case KMK_STATE_ENUM: kind = .enumeration
    default: throw Failure.invalid("options.kind is none of kmk_state_kind")
    }
    if let key = unsafe options.id_key { idKey = JSONCase(try text(key, "options.id_key")) }
    isEphemeral = unsafe options.ephemeral
    ephemeralCases = try unsafe texts(options.ephemeral_cases) {
      JSONCase(try text($0, "a case in options.ephemeral_cases"))
    }
  }
}
