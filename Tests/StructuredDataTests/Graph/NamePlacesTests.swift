import FresnelTestSupport
import Testing

@testable import StructuredData

struct NamePlacesTests {
  @Test(
    "Names are found at their places, among few and among many", arguments: 0..<20 as Range<UInt64>)
  func places(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var places = NamePlaces()
    var model: [String] = []
    for _ in 0..<60 {
      // Some have the same length, some begin alike, and of some characters are equal that are written otherwise.
      let name =
        switch Int.random(in: 0..<30, using: &generator) {
        case 0: "é"
        case 1: "e\u{301}"
        case 2: ""
        case 3: "n"
        default: "http://schema.org/\(Int.random(in: 0..<40, using: &generator))"
        }
      #expect(places[name] == model.firstIndex(of: name), "seed \(seed): \(name)")
      guard !model.contains(name) else { continue }
      places.append(name)
      model.append(name)
    }
    for name in model { #expect(places[name] == model.firstIndex(of: name), "seed \(seed)") }
    #expect(places["none of them"] == nil)
  }
}
