import BrowserTestSupport
import FresnelModel
import Testing

/// The pages in a real browser: what it complains about, what keys do, what assistive technology is told.
@Suite(
  .enabled(if: Browser.isThere, "There is no Chromium on this machine."), .serialized,
  .timeLimit(.minutes(30)))
struct PagesInBrowserTests {
  private static let good = "/validate?url=http://cooking.example/recipes/pasta"
  private static let bad = "/validate?url=http://diner.example/diner"

  @Test func noPageIsComplainedAbout() async throws {
    try await browsing { browser, address in
      for isDark in [false, true] {
        for width in [1280, 320] {
          let page = try await BrowserPage(in: browser, look: .init(width: width, isDark: isDark))
          try await page.answerPictures(with: [], type: "image/svg+xml")
          for path in [
            "/validate", Self.good, Self.bad, "/validate?url=gone.example", "/crawler",
          ] {
            try await page.open(address + path)
            #expect(page.problems.isEmpty, "\(path)")
            // Nothing is wider than the window.
            let wide = try await page.text(BrowserChecks.wideElements)
            #expect(wide.isEmpty, "\(path), \(width)")
            let faint = try await page.text(BrowserChecks.faintTexts)
            #expect(faint.isEmpty, "\(path), dark: \(isDark)")
          }
        }
      }
    }
  }

  @Test func longWordsFit() async throws {
    try await browsing { browser, address in
      let word = SamplePages.longWord
      for width in [1280, 320] {
        let page = try await BrowserPage(in: browser, look: .init(width: width))
        for path in ["/search?q=long", "/search?q=\(word)", "/validate?url=\(word)"] {
          try await page.open(address + path)
          let wide = try await page.text(BrowserChecks.wideElements)
          #expect(wide.isEmpty, "\(path), \(width)")
        }
      }
    }
  }

  @Test func whatCanNotBeTriedIsToldAtItsFieldAndNothingIsLost() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser)
      try await page.answerPictures(with: [], type: "image/svg+xml")
      try await page.open(address + Self.good)
      _ = try await page.evaluate("document.getElementById('try-url').focus()")
      try await page.type("no sense")
      try await page.press("Enter")
      try await page.wait(
        until: "document.getElementById('status').textContent.includes('is no address')")
      try await expect(page, "document.querySelectorAll('.verdict').length", is: .integer(1))
      try await expect(page, "document.activeElement.id", is: .string("try-url"))
      try await expect(page, "document.activeElement.value", is: .string("no sense"))
      try await expect(
        page, "document.activeElement.validationMessage",
        is: .string("“no sense” is no address of a page, such as https://example.com/page."))
      try await page.type("!")
      try await expect(page, "document.activeElement.validationMessage", is: .string(""))
      // The answer says so too, which the browser notes.
      let others = page.problems.filter { !$0.contains("status of 400") }
      #expect(others.isEmpty)
    }
  }

  @Test func aPageIsCheckedWithTheKeyboard() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser)
      try await page.answerPictures(with: [], type: "image/svg+xml")
      try await page.open(address + "/validate")
      _ = try await page.evaluate("window.isSamePage = true")
      // The first thing that the keyboard reaches leads past the head.
      try await page.press("Tab")
      try await expect(
        page, "document.activeElement.textContent", is: .string("Skip to the content"))
      try await expect(page, BrowserChecks.isFocusSeen, is: .boolean(true))
      try await page.press("Enter")
      try await page.wait(until: "document.activeElement.id == 'main'")
      try await page.press("Tab")
      try await expect(page, "document.activeElement.name", is: .string("url"))
      try await expect(page, BrowserChecks.isFocusSeen, is: .boolean(true))
      try await page.type("cooking.example")
      try await page.press("Enter")
      try await page.wait(until: "document.querySelector('.verdict')")
      try await expect(page, "window.isSamePage", is: .boolean(true))
      try await expect(page, "location.search", is: .string("?url=cooking.example&app=&test-url="))
      try await expect(
        page, "document.activeElement.querySelector('h2')?.id ?? ''", is: .string("verdict"))
      try await expect(
        page, "document.getElementById('status').textContent.includes('found')", is: .boolean(true))
      try await expect(page, "document.title.includes('warning')", is: .boolean(true))
      // Everything that can be pressed is reached, and seen when it is.
      var names: [String] = []
      for _ in 0..<80 {
        try await page.press("Tab")
        let name = try await page.text(
          "document.activeElement == document.body ? '' "
            + ": document.activeElement.textContent.trim().slice(0, 20).trim() || document.activeElement.name"
        )
        if name.isEmpty { break }
        try await expect(page, BrowserChecks.isFocusSeen, is: .boolean(true))
        names.append(name)
      }
      for name in ["Page", "Copy as JSON", "Play: Pasta with tom", "test-url", "Try it"] {
        #expect(names.contains(name), "\(names)")
      }
      #expect(page.problems.isEmpty)
    }
  }

  @Test func aPageIsCheckedWithoutScripts() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser, look: .init(runsScripts: false))
      try await page.answerPictures(with: [], type: "image/svg+xml")
      try await page.open(address + "/validate")
      try await expect(page, "document.querySelectorAll('select').length", is: .integer(0))
      _ = try await page.evaluate("document.querySelector('[name=url]').focus()")
      try await page.type("diner.example")
      try await page.leaving { try await page.press("Enter") }
      try await expect(
        page, "document.querySelector('.verdict h2').textContent",
        is: .string("robots.txt keeps this page from being found"))
      // What is closed is opened by its summary.
      _ = try await page.evaluate("document.querySelector('.task:not([open]) summary').focus()")
      try await page.press("Enter")
      try await expect(page, "document.activeElement.parentElement.open", is: .boolean(true))
      #expect(page.problems.isEmpty)
      // The report for programs is a button away.
      _ = try await page.evaluate("document.querySelector('.tools button').focus()")
      try await page.leaving { try await page.press("Enter") }
      try await expect(page, "location.pathname", is: .string("/v1/validate"))
    }
  }

  @Test func assistiveTechnologyIsToldEverything() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser)
      try await page.answerPictures(with: [], type: "image/svg+xml")
      for path in ["/validate", Self.good, Self.bad] {
        try await page.open(address + path)
        checkLandmarks(try await page.told(), path)
        let leap = try await page.text(BrowserChecks.headingLeap)
        #expect(leap.isEmpty, "\(path)")
        let repeated = try await page.text(
          "[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) != i).join()"
        )
        #expect(repeated.isEmpty, "\(path)")
      }
      let told = try await page.told()
      #expect(told.contains(.init(role: "heading", name: "What to do")))
      #expect(
        told.contains(.init(role: "region", name: "robots.txt keeps this page from being found")))
      try await page.open(address + "/validate?url=no+sense")
      // A field that asks for the focus gets it when the page is drawn, which is after it was loaded.
      try await page.wait(until: "document.activeElement.name == 'url'")
      try await expect(
        page,
        "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent",
        is: .string("“no sense” is no address of a page, such as https://example.com/page."))
    }
  }

  /// Every landmark is there once, and nothing that people use is without a name.
  private func checkLandmarks(_ told: [BrowserPage.Told], _ path: String) {
    for role in ["banner", "navigation", "main", "contentinfo", "status"] {
      #expect(told.count { $0.role == role } == 1, "\(role) of \(path)")
    }
    #expect(told.contains(.init(role: "heading", name: "Check a page")))
    #expect(told.contains(.init(role: "textbox", name: "Address of a page")))
    let used: Set<String> = [
      "link", "button", "textbox", "heading", "combobox", "image", "DisclosureTriangle",
    ]
    let nameless = told.filter { used.contains($0.role) && $0.name.isEmpty }
    #expect(nameless.isEmpty, "\(path)")
  }

  @Test func whatIsPastedIsCheckedAgainAndNeverRun() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser)
      try await page.answerPictures(with: [], type: "image/svg+xml")
      try await page.open(address + "/validate")
      _ = try await page.evaluate(
        "window.hits = 0; document.querySelector('details.box').open = true")
      _ = try await page.evaluate("document.querySelector('[name=html]').focus()")
      let attack = "<img src=x onerror=hits++><script>hits++</script>"
      try await page.type(
        """
        <title>\(attack)</title><meta name=description content="</p>&quot;>\(attack)">
        <script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing<script>",
        "name":"<\\/script><svg onload=hits++>","url":"javascript:hits++",
        "image":"data:text/html,<script>hits++<\\/script>"}</script>
        """)
      _ = try await page.evaluate("document.querySelector('[name=html]').form.requestSubmit()")
      try await page.wait(until: "document.querySelector('.verdict')")
      try await expect(
        page, "document.querySelector('.card-title').textContent.includes('onerror')",
        is: .boolean(true))
      try await expect(
        page, "document.querySelectorAll('[href^=\"javascript\" i]').length", is: .integer(0))
      try await expect(page, "window.hits", is: .integer(0))
      // A change is checked without anything being pressed.
      _ = try await page.evaluate("document.querySelector('[name=html]').value = ''")
      _ = try await page.evaluate("document.querySelector('[name=html]').focus()")
      try await page.type("<title>Another title</title>")
      try await page.wait(
        until: "document.querySelector('.card-title').textContent == 'Another title'")
      try await expect(page, "document.activeElement.name", is: .string("html"))
      #expect(page.problems.isEmpty)
    }
  }

  @Test func coloursFollowTheSystemAndTheChoice() async throws {
    try await browsing { browser, address in
      let page = try await BrowserPage(in: browser, look: .init(isDark: true))
      try await page.answerPictures(with: [], type: "image/svg+xml")
      try await page.open(address + Self.good)
      let back = "getComputedStyle(document.body).backgroundColor"
      let dark = try await page.text(back)
      let preview = { (theme: String) in
        "getComputedStyle(document.querySelector('.preview[data-theme=\(theme)] .card')).backgroundColor"
      }
      let lightPreview = try await page.text(preview("light"))
      let darkPreview = try await page.text(preview("dark"))
      #expect(lightPreview == "rgb(255, 255, 255)" && lightPreview != darkPreview)
      _ = try await page.evaluate(
        "const s = document.querySelector('select'); s.value = 'light'; s.dispatchEvent(new Event('change'))"
      )
      let light = try await page.text(back)
      #expect(light != dark)
      try await expect(page, preview("dark"), is: .string(darkPreview))
      // It is kept for the next page.
      try await page.open(address + "/crawler")
      try await expect(page, back, is: .string(light))
      try await page.call(
        "Emulation.setEmulatedMedia",
        [
          "features": .array([
            .object([
              JSONMember("name", .string("prefers-reduced-motion")),
              JSONMember("value", .string("reduce")),
            ])
          ])
        ])
      try await expect(
        page, "getComputedStyle(document.querySelector('a')).transitionDuration", is: .string("0s"))
      #expect(page.problems.isEmpty)
    }
  }
}
