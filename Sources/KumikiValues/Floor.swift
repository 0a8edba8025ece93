@_exported public import KumikiCore
