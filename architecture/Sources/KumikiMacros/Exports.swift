@_exported public import Kumiki
