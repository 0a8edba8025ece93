// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// The settings of every target: imports are internal unless marked otherwise.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The condition for dependencies of the trait `Testing`. `Macros` includes them, so that a package names one trait:
/// the compiler's options for a single trait have the same order each time (architecture/docs/macros.md).
let testing: TargetDependencyCondition? = .when(traits: ["Testing", "Macros"])

/// A product of swift-syntax, which only the trait `Macros` needs.
func syntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

// A target names all layers of the engine: SwiftPM recompiles a target only if a module that it names has changed,
// but inlined code and class layouts of lower layers reach targets through the upper ones.
let engine: [Target.Dependency] = ["KumikiBase", "KumikiLoop", "KumikiCore", "KumikiValues"]
/// The engine's layers, and the module that Swift programs import.
let whole: [Target.Dependency] = engine + ["Kumiki"]

/// The folders of targets for Swift programs, and of their tests. They belong to this package, because SwiftPM
/// cannot use a package in a subfolder of a repository (docs/decisions/0064-the-engine-for-c-stands-in-front.md).
func face(_ name: String) -> String { "architecture/Sources/\(name)" }
func faceTests(_ name: String) -> String { "architecture/Tests/\(name)" }

let package = Package(
  name: "Kumiki",
  products: [
    .library(name: "Kumiki", targets: ["Kumiki"]),
    .library(name: "KumikiJSON", targets: ["KumikiJSON"]),
    .library(name: "KumikiTestStore", targets: ["KumikiTestStore"]),
    .library(name: "KumikiTesting", targets: ["KumikiTesting"]),
    .library(name: "KumikiC", targets: ["KumikiC"]),
    .library(name: "kumiki-shared", type: .dynamic, targets: ["KumikiC"]),
    .library(name: "KumikiOpenCombine", targets: ["KumikiOpenCombine"]),
    .library(name: "KumikiLegacy", targets: ["KumikiLegacy"]),
    .library(name: "KumikiMacros", targets: ["KumikiMacros"]),
    .library(name: "KumikiArchitecture", targets: ["KumikiArchitecture"]),
  ],
  traits: [
    .default(enabledTraits: ["Testing"]),
    .trait(
      name: "Macros",
      description:
        "The macros, KumikiArchitecture and KumikiTesting. Off, so that nobody builds swift-syntax unasked."
    ),
    .trait(
      name: "OpenCombine",
      description: "Effects from publishers. Off, so that nobody fetches OpenCombine unasked."),
    .trait(
      name: "Testing",
      description: "KumikiTesting, and the packages that it alone needs. The engine needs neither."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    // A version for each compiler. The newest version with prebuilt binaries for the toolchain is best.
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"604.0.0"),
  ],
  targets: [
    // Code that depends on more than Swift guarantees: docs/engine/toolchain.md. Unsafe code is marked, here and above.
    .target(
      name: "KumikiToolchain", dependencies: ["CKumikiRuntime"], path: "Sources/Toolchain/Swift",
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "CKumikiRuntime", path: "Sources/Toolchain/C"),
    // The engine's layers, lowest first. Each layer names only lower layers, and re-exports them.
    .target(
      name: "KumikiBase", dependencies: ["CLinux", "KumikiToolchain"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "KumikiLoop",
      dependencies: [
        "KumikiBase", "CLinux",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "KumikiCore",
      dependencies: [
        "KumikiBase", "KumikiLoop",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "KumikiValues",
      dependencies: [
        "KumikiBase", "KumikiLoop", "KumikiCore",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    // All layers, and the parts that only Swift programs use. Swift programs import this module.
    .target(
      name: "Kumiki", dependencies: engine, path: face("Kumiki"),
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "KumikiJSON",
      dependencies: engine + [
        "KumikiToolchain", "CJansson", "CJSONText",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "KumikiTestCore",
      dependencies: engine + [
        "KumikiJSON", .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: settings),
    // Test stores and clocks, for Swift programs. Not in the C library's build. It links no test framework, so
    // that programs other than tests can use it.
    .target(
      name: "KumikiTestStore",
      dependencies: whole + [
        "KumikiJSON", "KumikiTestCore",
        .product(name: "CustomDump", package: "swift-custom-dump", condition: testing),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay", condition: testing),
      ],
      path: face("KumikiTestStore"), swiftSettings: settings),
    // The same for tests, with the test frameworks: the running test, its failures, and traits.
    .target(
      name: "KumikiTesting",
      dependencies: whole + [
        "KumikiTestCore", "KumikiTestStore", "CKumikiTesting",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay", condition: testing),
        .product(
          name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay", condition: testing),
      ],
      path: face("KumikiTesting"), swiftSettings: settings),
    .target(
      name: "KumikiC",
      dependencies: engine + [
        "KumikiJSON", "KumikiTestCore", "KumikiToolchain", "CKumiki", "CKumikiCalls",
        "CKumikiChecks", "CKumikiRecorder",
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .systemLibrary(name: "CLinux"),
    .target(name: "CKumikiTesting", path: face("CKumikiTesting")),
    .target(name: "CKumikiCalls", dependencies: ["CKumiki", "CKumikiChecks"]),
    // Parts of the library that use the public headers and jansson.
    .target(
      name: "CKumikiChecks", dependencies: ["CKumiki"], path: "sides/checks",
      exclude: ["README.md"]),
    .target(
      name: "CKumikiRecorder", dependencies: ["CKumiki", "CKumikiChecks", "CJSONText"],
      path: "sides/recorder",
      exclude: ["README.md"]),
    // Reads JSON text into jansson's values, and writes it, through jansson's public functions.
    .target(name: "CJSONText"),
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .target(
      name: "CKumiki", path: ".",
      sources: ["Sources/CKumiki"],
      publicHeadersPath: "include",
      linkerSettings: [.linkedLibrary("jansson")]),
    .target(
      name: "KumikiOpenCombine",
      dependencies: whole + [
        .product(
          name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"])),
        .product(
          name: "OpenCombineDispatch", package: "OpenCombine",
          condition: .when(traits: ["OpenCombine"])),
      ],
      path: face("KumikiOpenCombine"), swiftSettings: settings),
    .testTarget(
      name: "KumikiOpenCombineTests",
      dependencies: whole + ["KumikiOpenCombine", "KumikiTesting"],
      path: faceTests("KumikiOpenCombineTests"), swiftSettings: settings),
    // The spellings of early 2023, on top of the engine.
    .target(
      name: "KumikiLegacy", dependencies: whole, path: face("KumikiLegacy"),
      swiftSettings: settings),
    .testTarget(
      name: "KumikiLegacyTests", dependencies: whole + ["KumikiLegacy", "KumikiTesting"],
      path: faceTests("KumikiLegacyTests"), swiftSettings: settings),
    // The macros: their declarations, and the plugin that expands them.
    .target(
      name: "KumikiMacros", dependencies: whole + ["KumikiMacrosPlugin"],
      path: face("KumikiMacros"), swiftSettings: settings),
    .macro(
      name: "KumikiMacrosPlugin",
      dependencies: [
        syntax("SwiftSyntax"), syntax("SwiftSyntaxMacros"), syntax("SwiftSyntaxBuilder"),
        syntax("SwiftDiagnostics"), syntax("SwiftCompilerPlugin"),
      ],
      path: face("KumikiMacrosPlugin"), swiftSettings: settings),
    // The module for Swift programs that were written for the Composable Architecture.
    .target(
      name: "KumikiArchitecture",
      dependencies: whole + [
        "KumikiJSON", "KumikiLegacy", "KumikiMacros", "KumikiOpenCombine",
        .product(name: "CustomDump", package: "swift-custom-dump", condition: testing),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay", condition: testing),
        .product(
          name: "XCTestDynamicOverlay", package: "xctest-dynamic-overlay", condition: testing),
        .product(
          name: "OpenCombineFoundation", package: "OpenCombine",
          condition: .when(traits: ["OpenCombine"])),
      ],
      path: face("KumikiArchitecture"), swiftSettings: settings),
    .testTarget(
      name: "KumikiArchitectureTests",
      dependencies: whole + ["KumikiArchitecture", "KumikiTestStore", "KumikiTesting"],
      path: faceTests("KumikiArchitectureTests"), swiftSettings: settings),
    .testTarget(
      name: "KumikiTests", dependencies: whole + ["ThreadPrograms"], swiftSettings: settings),
    .testTarget(
      name: "KumikiJSONTests", dependencies: whole + ["KumikiJSON"], swiftSettings: settings),
    // Plays the cases of Tests/Model with the Swift package. Built with the tests.
    .target(
      name: "ModelSwift", dependencies: whole + ["KumikiJSON"], path: "Tests/Model/swift/Play",
      swiftSettings: settings),
    .executableTarget(
      name: "ModelSwiftPlayer", dependencies: ["ModelSwift"], path: "Tests/Model/swift/Player",
      swiftSettings: settings),
    // Random programs of threads, tasks and actors. The tests run some; Tests/Threads/run runs more, under a sanitizer.
    .target(
      name: "ThreadPrograms", dependencies: whole, path: "Tests/Threads/Programs",
      swiftSettings: settings),
    .executableTarget(
      name: "ThreadProgramsPlayer", dependencies: ["ThreadPrograms"], path: "Tests/Threads/Player",
      swiftSettings: settings),
    // The same with C reducer trees that contain Swift features.
    .target(
      name: "ModelC", dependencies: ["CKumiki"], path: "Tests/Model/c",
      exclude: ["main.c", "swift.c"], publicHeadersPath: "."),
    .executableTarget(
      name: "ModelMixedPlayer",
      dependencies: whole + [
        "KumikiJSON", "KumikiC", "CJansson", "CKumiki", "ModelC", "ModelSwift",
      ],
      path: "Tests/Model/swift/Mixed", swiftSettings: settings),
    .target(name: "CFeatures", dependencies: ["CKumiki"], path: "Tests/CFeatures"),
    .testTarget(
      name: "KumikiTestingTests",
      dependencies: whole + [
        "KumikiJSON", "KumikiTestCore", "KumikiTestStore", "KumikiTesting", "KumikiC",
        "CFeatures",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay", condition: testing),
      ],
      path: faceTests("KumikiTestingTests"), swiftSettings: settings),
    // C reducer trees that contain Swift features.
    .testTarget(
      name: "KumikiMixedTests",
      dependencies: whole + ["KumikiJSON", "KumikiTesting", "KumikiC", "CFeatures"],
      swiftSettings: settings),
  ]
)

// `make test` builds the engine and its tests without swift-syntax (scripts/test-swift).
if Context.environment["KUMIKI_ENGINE_TESTS"] != nil {
  let others: Set = [
    "KumikiOpenCombine", "KumikiLegacy", "KumikiMacros", "KumikiMacrosPlugin", "KumikiArchitecture",
  ]
  package.products.removeAll { others.contains($0.name) }
  package.targets.removeAll {
    others.contains($0.name) || $0.type == .test && $0.path?.hasPrefix("architecture/") == true
  }
}

// If one test links a macro plugin, SwiftPM builds all tests of the package for the host, and a second engine with
// them. So the package contains the macro tests only on request (scripts/test-swift).
if Context.environment["KUMIKI_MACRO_TESTS"] != nil {
  package.targets.removeAll { $0.type == .test }
  package.targets.append(
    .testTarget(
      name: "KumikiMacrosTests",
      dependencies: [
        "KumikiMacrosPlugin", syntax("SwiftSyntaxMacros"),
        syntax("SwiftSyntaxMacrosGenericTestSupport"),
      ],
      path: faceTests("KumikiMacrosTests"), swiftSettings: settings))
}
