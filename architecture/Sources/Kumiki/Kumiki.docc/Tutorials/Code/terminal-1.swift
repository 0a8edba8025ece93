// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Plants",
  dependencies: [
    .package(name: "Kumiki", path: "../kumiki", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "Plants",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki")
      ]),
    .executableTarget(
      name: "PlantsTerminal",
      dependencies: ["Plants", .product(name: "KumikiArchitecture", package: "Kumiki")]),
    .testTarget(
      name: "PlantsTests",
      dependencies: ["Plants", .product(name: "KumikiTesting", package: "Kumiki")]),
  ]
)
