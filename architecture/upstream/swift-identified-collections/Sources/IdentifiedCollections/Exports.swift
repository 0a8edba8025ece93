@_exported import KumikiArchitecture
