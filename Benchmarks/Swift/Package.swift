// swift-tools-version: 6.2
import PackageDescription

/// Features written as a user of Kumiki writes them, in a module of their own: what is measured is
/// what a user gets across the module boundary.
let package = Package(
  name: "KumikiBenchmarks",
  dependencies: [
    .package(name: "Kumiki", path: "../..")
  ],
  targets: [
    .target(name: "Floor"),
    .executableTarget(
      name: "NativeBenchmarks",
      dependencies: ["Floor", .product(name: "Kumiki", package: "Kumiki")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(name: "HeapBytes"),
    .executableTarget(
      name: "GrowthBenchmarks",
      dependencies: ["HeapBytes", .product(name: "Kumiki", package: "Kumiki")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
