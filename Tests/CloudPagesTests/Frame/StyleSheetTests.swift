import Foundation
import Testing

@testable import CloudPages

/// The colours of the style sheet, in both schemes.
struct StyleSheetTests {
  private static let source = String(decoding: PageAsset.styleSheet.body, as: UTF8.self)

  /// A colour's luminance as WCAG 2 works it out.
  private func luminance(_ colour: String) throws -> Double {
    let number = try #require(Int(colour.dropFirst(), radix: 16), "\(colour)")
    let parts = [number >> 16 & 255, number >> 8 & 255, number & 255].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// The colours of a name, in light and in dark.
  private func colours(_ name: String) throws -> [String] {
    let start = try #require(Self.source.range(of: "--\(name): light-dark("), "\(name)")
    return Self.source[start.upperBound...].prefix { $0 != ")" }.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  private func contrast(_ first: String, _ second: String, scheme: Int) throws -> Double {
    let both = [
      try luminance(try colours(first)[scheme]), try luminance(try colours(second)[scheme]),
    ]
    .sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  @Test(arguments: [0, 1])
  func textsCanBeRead(scheme: Int) throws {
    for back in ["page", "surface", "sunken"] {
      for text in ["text", "muted", "accent", "error", "warning", "suggestion", "good"] {
        let contrast = try contrast(text, back, scheme: scheme)
        #expect(contrast >= 4.5, "\(text) on \(back)")
      }
    }
    for text in ["error", "warning", "suggestion", "good"] {
      let contrast = try contrast(text, "\(text)-back", scheme: scheme)
      #expect(contrast >= 4.5, "\(text)")
    }
    let button = try contrast("on-accent", "accent", scheme: scheme)
    #expect(button >= 4.5)
  }

  @Test(arguments: [0, 1])
  func edgesAndStarsCanBeSeen(scheme: Int) throws {
    for back in ["page", "surface", "sunken"] {
      for shape in ["edge", "star", "accent"] {
        let contrast = try contrast(shape, back, scheme: scheme)
        #expect(contrast >= 3, "\(shape) on \(back)")
      }
    }
  }

  @Test func nothingIsFetchedFromElsewhere() {
    #expect(!Self.source.contains("url(http") && !Self.source.contains("@import"))
  }
}
