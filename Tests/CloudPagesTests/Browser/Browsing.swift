import BrowserTestSupport
import FresnelModel
import Testing

/// Runs a body with a browser and a service whose pages it shows.
func browsing(_ body: (Browser, String) async throws -> Void) async throws {
  try await PageServer.serving { address in
    let browser = try Browser()
    do { try await body(browser, address) } catch {
      await browser.close()
      throw error
    }
    await browser.close()
  }
}

/// Expects an expression to have a value.
func expect(
  _ page: BrowserPage, _ expression: String, is expected: JSONValue,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let value = try await page.evaluate(expression)
  #expect(value == expected, "\(expression)", sourceLocation: sourceLocation)
}
