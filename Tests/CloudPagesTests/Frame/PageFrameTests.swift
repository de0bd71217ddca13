import Testing

@testable import CloudPages

struct PageFrameTests {
  private static let pages = [
    PageFrame(title: "A <b>title", place: .validation).page { element(.h1) { "Content" } },
    ErrorPage.page(status: 404), ErrorPage.page(status: 429), ErrorPage.page(status: 500),
    CrawlerPage(userAgent: "Mozilla/5.0 (<x>)", token: "Fresnelbot", contact: "web@a.example")
      .page,
    CrawlerPage(userAgent: "x", token: "Fresnelbot", contact: nil).page,
  ]

  @Test(arguments: pages.indices)
  func everyPageHasWhatPeopleMoveBy(place: Int) {
    let page = Self.pages[place]
    let tree = HTMLTree(page)
    #expect(tree.running.isEmpty)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"))
    #expect(page.utf8.count < 60_000)
    for name in ["header", "main", "footer", "h1", "title", "nav"] {
      #expect(tree.shape.count { $0.split(separator: " ")[1] == name } == 1, "\(name)")
    }
    #expect(page.contains("<meta name=\"viewport\""))
    #expect(page.contains("<a class=\"skip\" href=\"#main\">"))
    #expect(page.contains("id=\"main\""))
  }

  @Test func aPageSaysWhereItIs() {
    #expect(Self.pages[0].contains("<a href=\"/validate\" aria-current=\"page\">"))
    #expect(Self.pages[0].contains("<title>A &lt;b&gt;title · Fresnel</title>"))
    #expect(!Self.pages[1].contains("aria-current"))
  }

  @Test func thePageAboutTheCrawlerSaysHowToKeepItOut() {
    let page = Self.pages[4]
    #expect(page.contains("User-agent: Fresnelbot\nDisallow: /"))
    #expect(page.contains("User-Agent: Mozilla/5.0 (&lt;x&gt;)"))
    #expect(page.contains("href=\"mailto:web@a.example\""))
    #expect(page.contains("Crawl-delay: 10"))
  }

  @Test func filesAreKnownByTheirContents() {
    for asset in PageAsset.allCases {
      #expect(!asset.body.isEmpty)
      #expect(asset.address.hasPrefix(asset.path + "?"))
      #expect(asset.address.utf8.count > asset.path.utf8.count + 5)
    }
  }
}
