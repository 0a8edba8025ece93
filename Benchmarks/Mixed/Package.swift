// swift-tools-version: 6.2
import PackageDescription

/// A library for C programs with two features written in Swift, as a team builds it.
let package = Package(
  name: "Mixed",
  products: [.library(name: "mixed", type: .dynamic, targets: ["Mixed"])],
  dependencies: [.package(name: "Kumiki", path: "../..")],
  targets: [
    .target(
      name: "Mixed",
      dependencies: [
        .product(name: "Kumiki", package: "Kumiki"),
        .product(name: "KumikiC", package: "Kumiki"),
      ])
  ]
)
