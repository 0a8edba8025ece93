// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Plants",
  platforms: [.iOS(.v17)],
  dependencies: [
    .package(
      url: "https://github.com/pointfreeco/swift-composable-architecture", from: "1.25.0")
  ],
  targets: [
    .target(
      name: "Plants",
      dependencies: [
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture")
      ]),
    .testTarget(name: "PlantsTests", dependencies: ["Plants"]),
  ]
)
