/// One step of a pointer, unowned: somebody else keeps the pointer alive while this is used.
@safe
@frozen
package struct JSONSegmentRef {
  fileprivate let address: UnsafePointer<JSONPointer.Segment>

  @inline(__always)
  fileprivate init(_ address: UnsafePointer<JSONPointer.Segment>) { unsafe self.address = address }

  @inline(__always)
  package var pointee: JSONPointer.Segment {
    unsafeAddress { unsafe address }
  }
}

/// The steps of a pointer, unowned: somebody else keeps the pointer alive while this is used. An operator
/// that follows the same steps for each action thus retains nothing.
@safe
@frozen
package struct JSONSteps: RandomAccessCollection {
  private let start: UnsafePointer<JSONPointer.Segment>
  package let count: Int

  @inline(__always)
  init(_ start: UnsafePointer<JSONPointer.Segment>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  @inline(__always)
  package subscript(index: Int) -> JSONPointer.Segment { step(index).pointee }

  /// The step at an index.
  @inline(__always)
  package func step(_ index: Int) -> JSONSegmentRef {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe JSONSegmentRef(start + index)
  }

  /// Resolves the steps from `first` on in a value. Borrowed; nil if there is no value.
  func resolve(in root: JSONNode, from first: Int = 0) -> JSONNode? {
    var node = root
    for index in first..<count {
      guard let next = self[index].child(of: node) else { return nil }
      node = next
    }
    return node
  }
}

extension JSONPointer.Segment {
  /// Calls `body` with this as a cursor's step.
  @inline(__always)
  func withStep<R, E: Error>(_ body: (JSONSegmentRef) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafePointer(to: self) { (address) throws(E) in
      try body(unsafe JSONSegmentRef(address))
    }
  }
}

/// Calls `body` with an array index as a pointer's step.
func withDecimal<Result, Failure: Error>(
  _ index: Int, _ body: (JSONPointer.Segment) throws(Failure) -> Result
) throws(Failure) -> Result {
  // 20 digits and a NUL.
  var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
  return try unsafe withUnsafeMutableBytes(of: &digits) { (digits) throws(Failure) in
    let end = unsafe digits.baseAddress!.assumingMemoryBound(to: CChar.self) + 20
    var start = unsafe end
    var rest = UInt(bitPattern: index)
    repeat {
      unsafe start -= 1
      unsafe start.pointee = CChar(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
    } while rest > 0
    return try unsafe body(JSONPointer.Segment(JSONBytes(start, count: end - start), index: index))
  }
}
