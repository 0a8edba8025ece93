/// Where a struct keeps a stored property, for a property that only a protocol's getter is known of.
///
/// The offsets are in the type's metadata; the order of the properties is that of the value's mirror.
enum StoredField {
  /// In the descriptor: how many words into the metadata the offsets begin.
  private static let offsets = 24

  /// Nil where `root` is no struct or has no stored property of that name and type.
  static func offset<Root, Value>(of name: String, as _: Value.Type, in root: Root) -> Int? {
    let metadata = TypeMetadata(Root.self)
    guard metadata.isStruct, !(root is any CustomReflectable) else { return nil }
    let fields = Array(Mirror(reflecting: root).children)
    guard
      let index = fields.firstIndex(where: { $0.label == name }),
      type(of: fields[index].value) == Value.self
    else { return nil }
    let words = unsafe Int(metadata.descriptor.load(fromByteOffset: offsets, as: UInt32.self))
    return unsafe Int(metadata.start.load(fromByteOffset: words * 8 + index * 4, as: UInt32.self))
  }
}
