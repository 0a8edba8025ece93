// swift-tools-version: 6.2
import PackageDescription

/// Features written as a user of Kumiki writes them, in their own module: so the figures include the
/// cost of the module boundary.
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
