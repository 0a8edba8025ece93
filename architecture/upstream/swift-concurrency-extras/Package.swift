// swift-tools-version: 6.2
import PackageDescription

/// Values behind locks, streams, and tests whose tasks run one after another.
let package = Package(
  name: "swift-concurrency-extras",
  products: [
    .library(name: "ConcurrencyExtras", targets: ["ConcurrencyExtras"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "ConcurrencyExtras",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki"),
        .product(name: "KumikiTestStore", package: "Kumiki"),
      ])
  ]
)
