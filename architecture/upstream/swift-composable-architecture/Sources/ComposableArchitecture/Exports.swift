// Test stores need no test framework, so both an app and its tests may import this.
@_exported import KumikiArchitecture
@_exported import KumikiTestStore
