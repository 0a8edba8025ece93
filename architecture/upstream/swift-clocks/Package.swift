// swift-tools-version: 6.2
import PackageDescription

/// Clocks for tests, and timers for any clock.
let package = Package(
  name: "swift-clocks",
  products: [
    .library(name: "Clocks", targets: ["Clocks"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "Clocks",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki"),
        .product(name: "KumikiTestStore", package: "Kumiki"),
      ])
  ]
)
