import FresnelModel
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("PromisedTypes")
struct PromisedTypesTests {
  private typealias Way = PromisedTypes.Way
  private let types = ContentTypeTree.builtIn
  private let photo = PromisedTypes(
    data: ["public.png", "public.jpeg", "public.plain-text"],
    files: ["public.jpeg", "public.tiff"],
    filesInPlace: ["public.tiff"])

  @Test("The app's order of fidelity is kept, and the form that it chose for the use comes first")
  func order() {
    #expect(
      photo.ways(to: "public.image", as: .bytes, types: types) == [
        .data("public.png"), .data("public.jpeg"), .file("public.jpeg", inPlace: false),
        .file("public.tiff", inPlace: false), .file("public.tiff", inPlace: true),
      ])
    #expect(
      photo.ways(to: "public.image", as: .copy, types: types) == [
        .file("public.jpeg", inPlace: false), .file("public.tiff", inPlace: false),
        .file("public.tiff", inPlace: true), .data("public.png"), .data("public.jpeg"),
      ])
    #expect(
      photo.ways(to: "public.image", as: .inPlace, types: types) == [
        .file("public.tiff", inPlace: true), .file("public.jpeg", inPlace: false),
        .file("public.tiff", inPlace: false), .data("public.png"), .data("public.jpeg"),
      ])
  }

  @Test("Only types that conform to the wanted one are asked for")
  func conformance() {
    #expect(
      photo.ways(to: "public.jpeg", as: .bytes, types: types) == [
        .data("public.jpeg"), .file("public.jpeg", inPlace: false),
      ])
    #expect(photo.ways(to: "public.text", as: .bytes, types: types) == [.data("public.plain-text")])
    #expect(photo.ways(to: "public.movie", as: .copy, types: types).isEmpty)
    #expect(PromisedTypes().ways(to: "public.data", as: .bytes, types: types).isEmpty)
  }

  @Test("The lists are read from the item, and values of another sort are passed over")
  func reading() throws {
    let item = Item(
      uniqueIdentifier: "a",
      attributes: Attributes([
        .builtIn(.providerDataTypeIdentifiers): .array([.string("public.png"), .integer(3)]),
        .builtIn(.providerInPlaceFileTypeIdentifiers): .array([.string("public.tiff")]),
      ]))
    let encoded = try EncodedItem(validating: ItemCodec.encode(item))
    #expect(
      try PromisedTypes(of: encoded)
        == PromisedTypes(data: ["public.png"], filesInPlace: ["public.tiff"]))
  }
}
