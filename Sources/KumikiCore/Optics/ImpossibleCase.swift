/// Embeds a payload of type `Never`, for a case that can have no value. Used by the macros.
@_documentation(visibility: internal)
public func _impossible<Root>(_: Never) -> Root {}
