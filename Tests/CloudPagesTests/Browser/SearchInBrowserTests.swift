import BrowserTestSupport
import FresnelModel
import Testing

/// The search in a real browser, asked of the service.
@Suite(
  .enabled(if: Browser.isThere, "There is no Chromium on this machine."), .serialized,
  .timeLimit(.minutes(30)))
struct SearchInBrowserTests {
  private static let titles =
    "[...document.querySelectorAll('.card-title')].map(e => e.textContent)"
  private static let focused = "document.activeElement.textContent || document.activeElement.id"

  @Test func resultsFitAndCanBeReadInAnyLook() async throws {
    try await browsing { browser, address in
      for isDark in [false, true] {
        for width in [1280, 390, 320] {
          let page = try await BrowserPage(in: browser, look: .init(width: width, isDark: isDark))
          for path in ["/", "/search?q=pasta", "/search?q=pasta&part=2", "/search?q=xylophone"] {
            try await page.open(address + path)
            let wide = try await page.text(BrowserChecks.wideElements)
            #expect(wide.isEmpty, "\(path), \(width)")
            let faint = try await page.text(BrowserChecks.faintTexts)
            #expect(faint.isEmpty, "\(path), dark: \(isDark)")
            let leap = try await page.text(BrowserChecks.headingLeap)
            #expect(leap.isEmpty, "\(path)")
          }
          // Head, content and foot begin at one place.
          let edges = try await page.evaluate(
            "new Set([...document.querySelectorAll('.brand, form, .site-footer p')].map(e => Math.round(e.getBoundingClientRect().left))).size"
          )
          #expect(edges == .integer(1))
          // One picture is missing at its site; nothing else is wrong.
          let problems = page.problems.filter { !$0.contains("/picture?") }
          #expect(problems.isEmpty)
        }
      }
    }
  }

  @Test func picturesComeFromTheServiceAndAMissingOneLeavesALetter() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser, look: .init(height: 3_000))
      try await page.open(address + "/search?q=pasta")
      try await page.wait(until: "[...document.images].every(i => i.complete)")
      try await expect(
        page, "[...document.images].every(i => i.src.startsWith(location.origin + '/picture?'))",
        is: .boolean(true))
      try await expect(
        page, "[...document.images].filter(i => i.naturalWidth > 0).length", is: .integer(3))
      // What is seen in the middle of each picture that has no image: there is one.
      try await page.wait(until: "document.images.length == 3")
      try await expect(
        page,
        """
        [...document.querySelectorAll('.card-picture:not(:has(img))')].map(box => box.innerText).join()
        """, is: .string("D"))
      // No card moved when pictures came, or did not.
      try await expect(page, Self.shifts(in: ".results"), is: .string(""))
    }
  }

  @Test func wordsThatWereAskedForAreMarkedAndResultsCounted() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser)
      try await page.open(address + "/search?q=tomato+basil")
      let marked = try await page.text(
        "[...document.querySelector('.card').querySelectorAll('mark')].map(e => e.textContent).join()"
      )
      #expect(marked == "tomatoes,basil,tomatoes,basil")
      let tally = try await page.text("document.querySelector('.tally').textContent")
      #expect(tally.wholeMatch(of: /1 result in (less than )?[\d.]+ m?s/) != nil, "\(tally)")
      try await page.open(address + "/search?q=pasta&part=2")
      let second = try await page.text("document.querySelector('.tally').textContent")
      #expect(second.hasPrefix("11–18 of 18 results in "), "\(second)")
    }
  }

  @Test func theKeyboardLeadsThroughResults() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser)
      // Where results lead to.
      try await page.answerPictures(with: Array("<title>There</title>".utf8), type: "text/html")
      try await page.open(address + "/search?q=pasta")
      try await page.press("/")
      try await expect(page, "document.activeElement.id", is: .string("q"))
      try await expect(page, "document.activeElement.value", is: .string("pasta"))
      try await page.press("ArrowDown")
      let first = try await page.text(Self.focused)
      #expect(first == "Pasta with tomatoes and basil")
      try await expect(page, BrowserChecks.isFocusSeen, is: .boolean(true))
      try await page.press("ArrowDown")
      let second = try await page.text(Self.focused)
      let titles = try await page.evaluate("\(Self.titles)[1]")
      #expect(titles == .string(second))
      try await page.press("ArrowUp")
      try await page.press("ArrowUp")
      try await expect(page, "document.activeElement.id", is: .string("q"))
      try await page.press("ArrowDown")
      try await page.press("Escape")
      try await expect(page, "document.activeElement.id", is: .string("q"))
      // In the field a slash is a slash.
      try await page.type("/")
      try await expect(page, "document.activeElement.value.includes('/')", is: .boolean(true))
      try await page.press("ArrowDown")
      try await page.leaving { try await page.press("Enter") }
      try await expect(
        page, "location.href", is: .string("https://cooking.example/recipes/pasta"))
    }
  }

  @Test func suggestionsAreChosenWithKeysAndMoveNothing() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser)
      try await page.open(address + "/search?q=cheese")
      _ = try await page.evaluate("window.began = performance.now()")
      try await page.press("/")
      try await page.type("past")
      try await page.wait(until: "document.querySelectorAll('[role=option]').length > 3")
      try await expect(
        page, "document.activeElement.getAttribute('aria-expanded')", is: .string("true"))
      try await page.press("ArrowDown")
      try await page.press("ArrowDown")
      let chosen = try await page.text(
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).firstChild.textContent"
      )
      #expect(!chosen.isEmpty)
      let faint = try await page.text(BrowserChecks.faintTexts)
      #expect(faint.isEmpty)
      let told = try await page.told()
      #expect(told.contains(.init(role: "combobox", name: "What are you looking for?")))
      #expect(told.contains { $0.role == "option" && $0.name.hasPrefix(chosen) })
      try await page.press("Escape")
      try await expect(page, "document.activeElement.value", is: .string("past"))
      try await expect(page, "document.querySelector('.suggestions').hidden", is: .boolean(true))
      try await expect(page, Self.shifts(in: "html"), is: .string(""))
      try await page.type("a")
      try await page.wait(until: "!document.querySelector('.suggestions').hidden")
      try await page.press("ArrowDown")
      try await page.leaving { try await page.press("Enter") }
      try await expect(page, "location.pathname", is: .string("/search"))
      try await expect(page, "\(Self.titles)[0].includes('asta')", is: .boolean(true))
    }
  }

  @Test func itIsSearchedWithoutScripts() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser, look: .init(runsScripts: false))
      try await page.open(address + "/")
      _ = try await page.evaluate("document.getElementById('q').focus()")
      try await page.type("pasta")
      try await page.leaving { try await page.press("Enter") }
      try await expect(page, "\(Self.titles).length", is: .integer(10))
      _ = try await page.evaluate("document.querySelector('.turning a').focus()")
      try await page.leaving { try await page.press("Enter") }
      try await expect(page, "\(Self.titles).length", is: .integer(8))
    }
  }

  @Test func theAppIsOfferedBehindWhatWorksWithoutIt() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser)
      try await page.open(address + "/search?q=tomatoes")
      // A browser doesn't tell which apps there are.
      try await expect(
        page, "document.querySelector('.card-title a').href",
        is: .string("https://cooking.example/recipes/pasta"))
      try await expect(
        page,
        "[...document.querySelectorAll('.card-actions a')].map(a => a.firstChild.data).join()",
        is: .string("Play,Get Cooking Book,Open in Cooking Book"))
    }
  }

  /// What moved in some elements that nobody had moved, since `window.began` if that is set: how far, and from where to
  /// where.
  private static func shifts(in selector: String) -> String {
    """
    new Promise(done => { new PerformanceObserver(list => done(list.getEntries()
      .filter(entry => entry.startTime >= (window.began ?? 0))
      .flatMap(entry => entry.sources
        .filter(({ node }) => (node?.closest ? node : node?.parentElement)?.closest('\(selector)'))
        .map(source => [entry.value, source.node.nodeName, source.node.className,
          JSON.stringify(source.previousRect), JSON.stringify(source.currentRect)].join(' ')))
      .join('; ')))
      .observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(''), 300); })
    """
  }
}
