// swift-tools-version: 6.2
import PackageDescription

/// Alerts, dialogs and their texts.
let package = Package(
  name: "swift-navigation",
  products: [
    .library(name: "SwiftNavigation", targets: ["SwiftNavigation"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "SwiftNavigation",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki")
      ])
  ]
)
