/// The fields of a state that a user interface may write, each with its declaration.
package struct JSONFields: Sendable {
  /// In the given order.
  let fields: [(pointer: JSONPointer, form: JSONForm)]

  package init(_ fields: [(pointer: JSONPointer, form: JSONForm)]) { self.fields = fields }

  /// The declaration of the field at a pointer; if the pointer occurs twice, the later one.
  subscript(pointer: JSONPointer) -> JSONForm? { fields.last { $0.pointer == pointer }?.form }
}
