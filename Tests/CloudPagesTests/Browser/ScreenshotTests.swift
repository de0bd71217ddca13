import BrowserTestSupport
import Foundation
import FresnelPlatform
import Testing

/// Pictures of the pages, for people to look at: `FRESNEL_PICTURES` names the folder that they go into.
@Suite(
  .enabled(if: Browser.isThere, "There is no Chromium on this machine."),
  .enabled(if: Environment["FRESNEL_PICTURES"] != nil, "FRESNEL_PICTURES names no folder."),
  .timeLimit(.minutes(30)))
struct ScreenshotTests {
  @Test func picturesAreTaken() async throws {
    let folder = try #require(Environment["FRESNEL_PICTURES"])
    let picture = try Data(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "Pictures/pasta.png"))
    try await PageServer.serving { address in
      let browser = try Browser()
      for (name, path) in [
        ("start", "/"), ("search", "/search?q=pasta"), ("nothing", "/search?q=xylophone"),
        ("suggestions", "/"),
        ("form", "/validate"), ("good", "/validate?url=http://cooking.example/recipes/pasta"),
        ("bad", "/validate?url=http://diner.example/diner"), ("gone", "/validate?url=gone.example"),
        ("problem", "/validate?url=x+y"), ("crawler", "/crawler"), ("missing", "/missing"),
      ] {
        for isDark in [false, true] {
          for width in [1280, 390] {
            let page = try await BrowserPage(
              in: browser, look: .init(width: width, height: 1_000, isDark: isDark))
            try await page.answerPictures(with: Array(picture), type: "image/png")
            try await page.open(address + path)
            if name == "suggestions" {
              try await page.press("/")
              try await page.type("past")
              try await page.wait(until: "document.querySelector('[role=option]')")
              try await page.press("ArrowDown")
            }
            let file = "\(folder)/\(name)-\(isDark ? "dark" : "light")-\(width)"
            try Data(try await page.screenshot()).write(to: URL(filePath: "\(file).png"))
            // What fits into a document.
            let window = try await page.screenshot(whole: false)
            try Data(window).write(to: URL(filePath: "\(file)-window.png"))
            // A picture of the search can't be had, and the browser says so.
            #expect(page.problems.filter { !$0.contains("502") && !$0.contains("of 40") }.isEmpty)
          }
        }
      }
      await browser.close()
    }
  }
}
