import BrowserTestSupport
import Foundation
import FresnelPlatform
import Testing

/// Pictures of the pages, for people to look at: `FRESNEL_PICTURES` names the folder that they go into.
@Suite(
  .enabled(if: Browser.program != nil && Environment["FRESNEL_PICTURES"] != nil),
  .timeLimit(.minutes(10)))
struct ScreenshotTests {
  @Test func picturesAreTaken() async throws {
    let folder = try #require(Environment["FRESNEL_PICTURES"])
    let picture = try Data(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "pasta.svg"))
    try await PageServer.serving { address in
      let browser = try Browser()
      for (name, path) in [
        ("form", "/validate"), ("good", "/validate?url=http://cooking.example/recipes/pasta"),
        ("bad", "/validate?url=http://diner.example/diner"), ("gone", "/validate?url=gone.example"),
        ("problem", "/validate?url=x"), ("crawler", "/crawler"), ("missing", "/missing"),
      ] {
        for isDark in [false, true] {
          for width in [1280, 390] {
            let page = try await BrowserPage(in: browser, look: .init(width: width, isDark: isDark))
            try await page.answerPictures(with: Array(picture), type: "image/svg+xml")
            try await page.open(address + path)
            let file = "\(folder)/\(name)-\(isDark ? "dark" : "light")-\(width).png"
            try Data(try await page.screenshot()).write(to: URL(filePath: file))
            #expect(page.problems.isEmpty)
          }
        }
      }
      await browser.close()
    }
  }
}
