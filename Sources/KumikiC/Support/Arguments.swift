internal import CKumiki
internal import KumikiJSON

// Reads arguments from C. Errors name an argument as the header does.

/// Returns a string with invalid UTF-8 replaced; nil for NULL.
@safe func lossyText(_ text: CText?) -> String? { CStringView(text)?.bytes.string }

/// Copies a string to memory with room for it, and adds a NUL. Does nothing for NULL.
@safe func write(_ text: String, to place: CNewText?) {
  guard let place = unsafe place else { return }
  for (index, byte) in text.utf8.enumerated() { unsafe place[index] = CChar(bitPattern: byte) }
  unsafe place[text.utf8.count] = 0
}

/// Returns a required string.
@safe func given(_ text: CText?, _ what: String) throws -> CStringView {
  guard let text = CStringView(text) else { throw Failure.isNull(what) }
  return text
}

/// Returns a required string, which must be UTF-8.
@safe func text(_ pointer: CText?, _ what: String) throws -> String {
  try text(given(pointer, what), what)
}

func text(_ text: CStringView, _ what: String) throws -> String {
  guard let text = text.string else { throw Failure.invalid("\(what) is not UTF-8") }
  return text
}

/// Returns the path of a file. The path must contain a name.
@safe func filePath(_ pointer: CText?) throws -> String {
  let path = try text(pointer, "path")
  guard !path.isEmpty else { throw Failure.invalid("path is empty, expected the name of a file") }
  return path
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
  try casePath(CStringView(path), what)
}

func casePath(_ path: CStringView?, _ what: String) throws -> JSONCasePath {
  guard let path else { throw Failure.isNull(what) }
  return try JSONCasePath(text(path, what))
}

/// Returns the name of one case, without dots.
@safe func singleCase(_ name: CText?, _ what: String = "state_case") throws -> JSONCase {
  let path = try casePath(name, what)
  guard path.cases.count == 1 else { throw Failure.invalid("\(what) is one name, without dots") }
  return path.cases[0]
}

/// Returns a value that the program keeps. jansson takes mutable pointers, but the value is never written.
@safe func node(_ value: CJSON?) -> JSONNode? {
  Checks.checkValue(value)
  return unsafe node(CNewJSON(mutating: value))
}

/// Returns a value that the program hands over.
@safe func node(_ value: CNewJSON?) -> JSONNode? { unsafe value.map { unsafe JSONNode($0) } }

func given(_ value: JSONNode?, _ what: String) throws -> JSONNode {
  guard let value else { throw Failure.isNull(what) }
  return value
}

/// Returns a value that the program keeps; nil for NULL.
@safe func borrowed(_ value: CJSON?) -> JSON? { node(value).map { JSON(borrowing: $0) } }

@safe func json(_ value: CJSON?, _ what: String) throws -> JSON {
  try required(borrowed(value), what)
}

/// Reads JSON from a test's string. Single quotes are allowed too, because C need not escape them.
func quoted(_ text: CStringView?, _ what: String) throws -> JSON {
  guard let text else { throw Failure.isNull(what) }
  let quoted = try KumikiC.text(text, what)
  do throws(JSONError) { return try JSONText.parse(quoted: quoted) } catch {
    // Any other error is not about the string, which was not read.
    guard error.kind == .json else { throw error }
    throw Failure.invalid("\(what) is no JSON, at byte \(error.position): \(error.message)")
  }
}

/// Returns a required value, which must not be too deep.
func required(_ json: JSON?, _ what: String) throws -> JSON {
  guard let json else { throw Failure.isNull(what) }
  try JSONMeasure.check(json)
  return json
}

/// Returns a value that the program hands over; nil for NULL.
@safe func taken(_ value: CNewJSON?) -> JSON? { node(value).map { JSON(stealing: $0) } }

/// Returns a new reference to a value that the program keeps.
@safe func retained(_ value: CJSON?) -> CNewJSON? { new(node(value)?.retained()) }

/// Lends a value to C for the call of one of its functions.
///
/// - Parameter untilWrite: Whether the value is a part of the state, which is lent until the next write.
@safe func lent(_ value: JSONNode?, untilWrite: Bool = false) -> CJSON? {
  Checks.lent(part(value), untilWrite: untilWrite)
}

/// Returns a part of a value that the program has. The part lives as long as the value.
@safe func part(_ value: JSONNode?) -> CJSON? { unsafe CJSON(new(value)) }

/// Returns a new reference to a part of the state, for C to own.
@safe func snapshot(_ value: JSONNode?) -> CNewJSON? { Checks.snapshot(new(value)) }

/// Returns a new reference for C to own.
@safe func new(_ value: JSONNode?) -> CNewJSON? { unsafe value?.pointer }

/// The memory for a result, or NULL if the program does not want the result.
@safe struct Out<Value> {
  private let place: COut<Value>?

  @safe init(_ place: COut<Value>?) { unsafe self.place = place }

  var isGiven: Bool { unsafe place != nil }
  func give(_ value: Value) { unsafe place?.pointee = value }
}

/// Lends a part of a value that the program has, through a pointer that may be NULL.
@safe func give(_ value: JSONNode, to place: COut<CJSON?>?) { unsafe place?.pointee = part(value) }

/// Returns the C name of the function that `#function` names.
func name(of function: StaticString) -> String {
  let name = "\(function)".prefix { $0 != "(" }
  return name.hasPrefix("kumiki_") ? "kmk_\(name.dropFirst(7))" : String(name)
}

/// Returns a string that lives forever.
@safe func constant(_ text: StaticString) -> CText {
  unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Releases a value that was handed over.
@safe func release(_ value: CNewJSON?) { node(value)?.releaseDeep() }

/// Returns the members of an array with a `size_t` count. Throws for a count that no array can have.
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

/// Reads each string of an array that ends with NULL. A NULL array is empty.
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

/// Returns the bytes of a string, up to its NUL if no count is given.
@safe func bytes(_ text: CText?, _ count: Int?, _ what: String) throws -> JSONBytes {
  guard let count else { return try given(text, what).bytes }
  guard unsafe text != nil else { throw Failure.isNull(what) }
  return JSONBytes(UnsafeRawBufferPointer(try members(text, count, what)))
}

/// Frees a string that C received.
@safe func freeText(_ text: CNewText?) { TextMemory.free(text) }

/// Returns a string that C frees with `kmk_text_free`; nil if memory runs out.
@safe func newText(_ text: String) -> CNewText? { TextMemory.copy(text) }
