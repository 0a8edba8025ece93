// swift-tools-version: 6.2
import PackageDescription

/// Arrays of rows that have ids.
let package = Package(
  name: "swift-identified-collections",
  products: [
    .library(name: "IdentifiedCollections", targets: ["IdentifiedCollections"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "IdentifiedCollections",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki")
      ])
  ]
)
