// What a file of the Composable Architecture gets by its import.
@_exported public import Kumiki
@_exported public import KumikiMacros
