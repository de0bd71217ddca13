// swift-tools-version: 6.2
import PackageDescription

// To begin an app of your own from this one, copy the folder and name the package by its URL.
let package = Package(
  name: "Recipes",
  dependencies: [.package(name: "fresnel", path: "../..")],
  targets: [
    .systemLibrary(name: "SQLite3", path: "Sources/SQLite3"),
    .target(
      name: "RecipeBook",
      dependencies: [
        .product(name: "CoreSpotlight", package: "fresnel"),
        .product(name: "SpotlightSQLite", package: "fresnel"), "SQLite3",
      ]),
    .target(name: "RecipeScreens", dependencies: ["RecipeBook"]),
    .executableTarget(
      name: "recipes",
      dependencies: [
        "RecipeScreens", "RecipeBook", .product(name: "CoreSpotlight", package: "fresnel"),
        .product(name: "SpotlightSQLite", package: "fresnel"),
      ],
      path: "Sources/Recipes"),
    .executableTarget(
      name: "recipes-indexer",
      dependencies: ["RecipeBook", .product(name: "CoreSpotlight", package: "fresnel")],
      path: "Sources/RecipesIndexer"),
  ],
  swiftLanguageModes: [.v6]
)
