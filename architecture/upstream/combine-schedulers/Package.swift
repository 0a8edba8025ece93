// swift-tools-version: 6.2
import PackageDescription

/// Schedulers for tests, and type-erased schedulers.
let package = Package(
  name: "combine-schedulers",
  products: [
    .library(name: "CombineSchedulers", targets: ["CombineSchedulers"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros", "OpenCombine"])
  ],
  targets: [
    .target(
      name: "CombineSchedulers",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki")
      ])
  ]
)
