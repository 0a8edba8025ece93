// swift-tools-version: 6.2
import PackageDescription

// The default of new apps: declarations are isolated to the main actor.
let onMain: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

/// A feature and its tests in targets whose declarations are isolated to the main actor by default.
///
/// `check` runs the tests.
let package = Package(
  name: "Ferry",
  dependencies: [
    // All traits, like the tests of Kumiki itself: both are built in one folder.
    .package(name: "Kumiki", path: "../../../..", traits: ["Macros", "OpenCombine", "Testing"])
  ],
  targets: [
    .target(
      name: "Ferry", dependencies: [.product(name: "KumikiArchitecture", package: "Kumiki")],
      swiftSettings: onMain),
    .testTarget(
      name: "FerryTests",
      dependencies: ["Ferry", .product(name: "KumikiTesting", package: "Kumiki")],
      swiftSettings: onMain),
  ]
)
