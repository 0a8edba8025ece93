// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Eggs",
  dependencies: [
    .package(name: "Kumiki", path: "../kumiki", traits: ["Macros"])
  ],
  targets: [
    .executableTarget(
      name: "Eggs",
      dependencies: [.product(name: "KumikiArchitecture", package: "Kumiki")]),
    .testTarget(
      name: "EggsTests",
      dependencies: ["Eggs", .product(name: "KumikiTesting", package: "Kumiki")]),
  ]
)
