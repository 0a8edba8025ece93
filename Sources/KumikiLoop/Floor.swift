@_exported public import KumikiBase
