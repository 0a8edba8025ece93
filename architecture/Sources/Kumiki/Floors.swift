@_exported public import KumikiValues
