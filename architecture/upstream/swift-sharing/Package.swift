// swift-tools-version: 6.2
import PackageDescription

/// `@Shared`, and its storage.
let package = Package(
  name: "swift-sharing",
  products: [
    .library(name: "Sharing", targets: ["Sharing"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "Sharing",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki")
      ])
  ]
)
