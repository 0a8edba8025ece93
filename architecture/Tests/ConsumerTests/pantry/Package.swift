// swift-tools-version: 6.2
import PackageDescription

// A target whose files import Combine must define that name.
let combine: [SwiftSetting] = [.unsafeFlags(["-module-alias", "Combine=KumikiCombine"])]

/// A feature, its app and its tests as they were before Kumiki: their files import `ComposableArchitecture`,
/// `Dependencies` and similar modules. Only this manifest has changed: it names the packages in Kumiki's
/// `architecture/upstream`.
///
/// `check` runs the tests, under XCTest and Swift Testing, and the app.
let package = Package(
  name: "Pantry",
  products: [.library(name: "Pantry", targets: ["Pantry"])],
  dependencies: [
    .package(path: "../../../upstream/swift-case-paths"),
    .package(path: "../../../upstream/swift-clocks"),
    .package(path: "../../../upstream/swift-composable-architecture"),
    .package(path: "../../../upstream/swift-concurrency-extras"),
    .package(path: "../../../upstream/swift-dependencies"),
    .package(path: "../../../upstream/swift-identified-collections"),
    .package(path: "../../../upstream/swift-navigation"),
    .package(path: "../../../upstream/swift-sharing"),
    // These two packages do not exist upstream: Combine's replacement, and schedulers.
    .package(path: "../../../upstream/combine"),
    .package(path: "../../../upstream/combine-schedulers"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    // All traits, like the tests of Kumiki itself: both are built in one folder.
    .package(name: "Kumiki", path: "../../../..", traits: ["Macros", "OpenCombine", "Testing"]),
  ],
  targets: [
    .target(
      name: "Pantry",
      dependencies: [
        .product(name: "CasePaths", package: "swift-case-paths"),
        .product(name: "CombineSchedulers", package: "combine-schedulers"),
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
        .product(name: "Dependencies", package: "swift-dependencies"),
        .product(name: "DependenciesMacros", package: "swift-dependencies"),
        .product(name: "IdentifiedCollections", package: "swift-identified-collections"),
        .product(name: "KumikiCombine", package: "combine"),
        .product(name: "Sharing", package: "swift-sharing"),
        .product(name: "SwiftNavigation", package: "swift-navigation"),
      ],
      swiftSettings: combine),
    .executableTarget(
      name: "PantryApp",
      dependencies: [
        "Pantry",
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
      ]),
    .testTarget(
      name: "PantryTests",
      dependencies: [
        "Pantry",
        .product(name: "Clocks", package: "swift-clocks"),
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
        .product(name: "ConcurrencyExtras", package: "swift-concurrency-extras"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "DependenciesTestSupport", package: "swift-dependencies"),
        .product(name: "KumikiCombine", package: "combine"),
      ],
      swiftSettings: combine),
  ]
)
