// swift-tools-version: 6.2
import PackageDescription

/// Dependencies, including clocks; and traits for test targets.
let package = Package(
  name: "swift-dependencies",
  products: [
    .library(name: "Dependencies", targets: ["Dependencies"]),
    .library(name: "DependenciesMacros", targets: ["DependenciesMacros"]),
    .library(name: "DependenciesTestSupport", targets: ["DependenciesTestSupport"]),
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "Dependencies",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki"),
        .product(name: "KumikiTestStore", package: "Kumiki"),
      ]),
    .target(
      name: "DependenciesMacros",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki")
      ]),
    .target(
      name: "DependenciesTestSupport",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki"),
        .product(name: "KumikiTesting", package: "Kumiki"),
      ]),
  ]
)
