@_exported public import KumikiLoop
