/// The fields of a state that views may write, each with its form.
package struct JSONFields: Sendable {
  /// In the given order.
  let fields: [(pointer: JSONPointer, form: JSONForm)]

  package init(_ fields: [(pointer: JSONPointer, form: JSONForm)]) { self.fields = fields }

  /// The form of the field at a pointer; of two, the later one.
  subscript(pointer: JSONPointer) -> JSONForm? { fields.last { $0.pointer == pointer }?.form }
}
