// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// The settings of every target: what is imported stays internal unless a declaration says otherwise.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What the trait `Testing` brings along, and `Macros` too: whoever names that needs no other, and one trait
/// alone is given to the compiler the same way each time (architecture/docs/macros.md).
let testing: TargetDependencyCondition? = .when(traits: ["Testing", "Macros"])

/// A product of swift-syntax, which only the trait `Macros` brings along.
func syntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

// A target names all floors of the engine: SwiftPM compiles it anew only if a module that it names has changed,
// and inlined code and the layout of classes reach through the upper ones from below.
let engine: [Target.Dependency] = ["KumikiBase", "KumikiLoop", "KumikiCore", "KumikiValues"]
/// The same with the module that programs in Swift import.
let whole: [Target.Dependency] = engine + ["Kumiki"]

/// Where the targets are that serve Swift programs alone, and their tests. They are targets of this package: SwiftPM
/// takes none from a folder of a repository (docs/decisions/0064-the-engine-for-c-stands-in-front.md).
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
    // A version for each compiler: the newest that has prebuilt binaries for the toolchain is best.
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"604.0.0"),
  ],
  targets: [
    // What depends on more than Swift promises: docs/engine/toolchain.md. Unsafe code is marked, here and above.
    .target(
      name: "KumikiToolchain", dependencies: ["CKumikiRuntime"], path: "Sources/Toolchain/Swift",
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "CKumikiRuntime", path: "Sources/Toolchain/C"),
    // The engine's floors, lowest first: each may name only what is below it, and hands that on.
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
    // All floors, and what only Swift programs use of a feature. They import this one.
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
    // Test stores and clocks, for Swift programs. Never in the C library's build. No framework of tests is
    // linked by it, so that a program may have it that is no test.
    .target(
      name: "KumikiTestStore",
      dependencies: whole + [
        "KumikiJSON", "KumikiTestCore",
        .product(name: "CustomDump", package: "swift-custom-dump", condition: testing),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay", condition: testing),
      ],
      path: face("KumikiTestStore"), swiftSettings: settings),
    // The same for tests, with the frameworks: which test runs, how it fails, and traits.
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
    .target(name: "CKumikiCalls", dependencies: ["CKumiki"]),
    // In the library, and over the public headers and jansson.
    .target(
      name: "CKumikiChecks", dependencies: ["CKumiki"], path: "sides/checks",
      exclude: ["README.md"]),
    .target(
      name: "CKumikiRecorder", dependencies: ["CKumiki", "CKumikiChecks", "CJSONText"],
      path: "sides/recorder",
      exclude: ["README.md"]),
    // JSON text into jansson's values and back, by jansson's public functions.
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
    // The spellings of early 2023, over the engine alone.
    .target(
      name: "KumikiLegacy", dependencies: whole, path: face("KumikiLegacy"),
      swiftSettings: settings),
    .testTarget(
      name: "KumikiLegacyTests", dependencies: whole + ["KumikiLegacy", "KumikiTesting"],
      path: faceTests("KumikiLegacyTests"), swiftSettings: settings),
    // The macros: what they are, and the program that the compiler asks to expand them.
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
    // What programs in Swift import that were written for the Composable Architecture.
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
    // The same with trees in C that have features in Swift in them.
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
    // Trees in C with features in Swift in them.
    .testTarget(
      name: "KumikiMixedTests",
      dependencies: whole + ["KumikiJSON", "KumikiTesting", "KumikiC", "CFeatures"],
      swiftSettings: settings),
  ]
)

// `make test` builds the engine and its tests, and nothing that needs swift-syntax (scripts/test-swift).
if Context.environment["KUMIKI_ENGINE_TESTS"] != nil {
  let others: Set = [
    "KumikiOpenCombine", "KumikiLegacy", "KumikiMacros", "KumikiMacrosPlugin", "KumikiArchitecture",
  ]
  package.products.removeAll { others.contains($0.name) }
  package.targets.removeAll {
    others.contains($0.name) || $0.type == .test && $0.path?.hasPrefix("architecture/") == true
  }
}

// SwiftPM builds the tests of a package for the compiler's machine if one of them links a macro's program, and with
// them a second engine. So the macros' tests are in the package only when they are asked for (scripts/test-swift).
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
