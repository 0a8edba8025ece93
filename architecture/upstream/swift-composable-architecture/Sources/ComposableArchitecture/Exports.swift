// No framework of tests comes with test stores, so an app may import this as its tests do.
@_exported import KumikiArchitecture
@_exported import KumikiTestStore
