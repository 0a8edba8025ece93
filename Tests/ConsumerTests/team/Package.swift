// swift-tools-version: 6.2
import PackageDescription

/// A team's own libkumiki: features in Swift that the C programs beside this package use.
let package = Package(
  name: "Team",
  products: [.library(name: "team", type: .dynamic, targets: ["Team"])],
  dependencies: [.package(name: "Kumiki", path: "../../..", traits: [])],
  targets: [
    .target(
      name: "Team",
      dependencies: [
        .product(name: "Kumiki", package: "Kumiki"),
        .product(name: "KumikiC", package: "Kumiki"),
      ])
  ]
)
