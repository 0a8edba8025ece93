@_exported public import Kumiki
@_exported public import KumikiTestStore
