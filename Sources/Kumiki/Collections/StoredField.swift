/// Where a struct keeps a stored property, for a property that only a protocol's getter is known of.
///
/// The offsets are in the type's metadata, at a place that is part of Swift's ABI (swift/docs, "Type
/// Metadata"); the order of the properties is that of the value's mirror.
enum StoredField {
  private static let structKind = 0x200
  /// In the metadata: the pointer to the type's descriptor.
  private static let descriptor = 8
  /// In the descriptor: how many words into the metadata the offsets begin.
  private static let offsets = 24

  /// Nil where `root` is no struct or has no stored property of that name and type.
  static func offset<Root, Value>(of name: String, as _: Value.Type, in root: Root) -> Int? {
    let metadata = unsafeBitCast(Root.self as Any.Type, to: UnsafeRawPointer.self)
    guard metadata.load(as: Int.self) == structKind, !(root is any CustomReflectable) else {
      return nil
    }
    let fields = Array(Mirror(reflecting: root).children)
    guard
      let index = fields.firstIndex(where: { $0.label == name }),
      type(of: fields[index].value) == Value.self
    else { return nil }
    let descriptor = metadata.load(fromByteOffset: descriptor, as: UnsafeRawPointer.self)
    let words = Int(descriptor.load(fromByteOffset: offsets, as: UInt32.self))
    return Int(metadata.load(fromByteOffset: words * 8 + index * 4, as: UInt32.self))
  }
}
