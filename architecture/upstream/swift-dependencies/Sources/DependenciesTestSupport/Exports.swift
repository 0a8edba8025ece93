// A test target has this, or KumikiTesting: by it the failures of a test store reach the test.
@_exported import KumikiArchitecture
@_exported import KumikiTesting
