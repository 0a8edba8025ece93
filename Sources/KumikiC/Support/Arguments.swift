internal import CKumiki
internal import KumikiJSON

// Reading arguments from C. Errors name the argument as the header does.

/// A text that must be there and be UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ what: String) throws -> String {
  guard let pointer else { throw Failure.isNull(what) }
  guard let text = String(validatingCString: pointer) else {
    throw Failure.invalid("\(what) is not UTF-8")
  }
  return text
}

func pointer(_ pointer: UnsafePointer<CChar>?, _ what: String = "pointer") throws -> JSONPointer {
  try JSONPointer(text(pointer, what))
}

func casePath(_ path: UnsafePointer<CChar>?, _ what: String = "action_case") throws -> JSONCasePath
{
  try JSONCasePath(text(path, what))
}

/// The name of one case of a state, without dots.
func singleCase(_ name: UnsafePointer<CChar>?) throws -> JSONCase {
  let path = try casePath(name, "state_case")
  guard path.cases.count == 1 else { throw Failure.invalid("state_case is one name, without dots") }
  return path.cases[0]
}

/// jansson takes mutable pointers; a borrowed value is never written.
func node(_ value: UnsafePointer<json_t>?) -> JSONNode? {
  value.map { JSONNode(mutating: $0) }
}

func node(_ value: UnsafePointer<json_t>?, _ what: String) throws -> JSONNode {
  guard let node = node(value) else { throw Failure.isNull(what) }
  return node
}

/// The members of an array, whose count is a `size_t` in C: one that no array can have is a mistake.
func members<Member>(
  _ start: UnsafePointer<Member>?, _ count: Int, _ what: String
) throws -> UnsafeBufferPointer<Member> {
  guard start != nil || count == 0 else { throw Failure.isNull(what) }
  guard (0...Int.max / MemoryLayout<Member>.stride).contains(count) else {
    throw Failure.invalid("\(what) cannot be \(UInt(bitPattern: count)) long")
  }
  return UnsafeBufferPointer(start: start, count: count)
}

/// A text for C to free with `kmk_text_free`.
func newText(_ text: String) -> UnsafeMutablePointer<CChar>? {
  var text = text
  return text.withUTF8 { bytes in
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    copy.withMemoryRebound(to: UInt8.self, capacity: bytes.count) { target in
      if let source = bytes.baseAddress { target.update(from: source, count: bytes.count) }
    }
    copy[bytes.count] = 0
    return copy
  }
}
