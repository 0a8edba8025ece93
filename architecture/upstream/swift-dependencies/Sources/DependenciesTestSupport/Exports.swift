// A test target links this or KumikiTesting, so that the failures of a test store reach the test.
@_exported import KumikiArchitecture
@_exported import KumikiTesting
