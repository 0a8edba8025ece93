@_exported import KumikiArchitecture
@_exported import KumikiTestStore
