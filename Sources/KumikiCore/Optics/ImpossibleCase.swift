/// Embeds a payload of type `Never`, for a case that can have no value. For the macros.
@_documentation(visibility: internal)
public func _impossible<Root>(_: Never) -> Root {}
