// swift-tools-version: 6.2
import PackageDescription

/// The module `ComposableArchitecture`: features, stores, and test stores.
let package = Package(
  name: "swift-composable-architecture",
  products: [
    .library(name: "ComposableArchitecture", targets: ["ComposableArchitecture"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "ComposableArchitecture",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki"),
        .product(name: "KumikiTestStore", package: "Kumiki"),
      ])
  ]
)
