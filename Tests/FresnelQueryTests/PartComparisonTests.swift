import FresnelModel
import FresnelText
import Testing

@testable import FresnelQuery

@Suite("Parts of words of user queries, which begin words side by side")
struct PartComparisonTests {
  private static func query(_ parts: String, _ locale: String = "") throws -> CompiledQuery {
    let comparison = Comparison(parts: parts.split(separator: " ").map(String.init))
    let context = EvaluationContext(
      now: Timestamp(secondsSinceReferenceDate: 0), locale: TextLocale(identifier: locale))
    return try CompiledQuery(.comparison(comparison), context: context)
  }

  private static func finds(_ parts: String, _ title: String, _ locale: String = "") throws -> Bool
  {
    var attributes = Attributes()
    attributes[.title] = .string(title)
    return try query(parts, locale).matches(Item(uniqueIdentifier: "id", attributes: attributes))
  }

  @Test(
    "each part begins a word, whatever signs are between the words",
    arguments: [
      ("win con", "MyWindowController"), ("window controller", "MyWindowController"),
      ("my win con", "MyWindowController"), ("mywin con", "MyWindowController"),
      ("invoice 2024", "invoice_2024-03_final.pdf"), ("final pdf", "invoice_2024-03_final.pdf"),
      ("inv 20 03", "invoice_2024-03_final.pdf"), ("ipad pro", "The new iPad – Pro!"),
      ("ipad pro", "IPAD PROFESSIONAL"), ("tur schloss", "Tür  Schloss"),
      ("tür schlo", "TürSchloss"),
      ("strasse 5", "Straße 5"), ("win con", "win win con"), ("win con", "WinWinCon"),
      ("видео кар", "видео-карта"), ("한국 음", "한국 음식"), ("a b", "x A-b"),
    ])
  func found(parts: String, title: String) throws {
    #expect(try Self.finds(parts, title))
  }

  @Test(
    "no word may be between them, and none may be missing",
    arguments: [
      ("win con", "Window of a controller"), ("win con", "ControllerWindow"),
      ("win con", "Windowcontroller"), ("in con", "MyWindowController"), ("win con", "Window"),
      ("win con", ""), ("win con", "WINCON"),
      ("win con", "win 和 con"), ("win roller", "MyWindowController"), ("a b", "a c b"),
    ])
  func notFound(parts: String, title: String) throws {
    #expect(try !Self.finds(parts, title))
  }

  @Test("parts are of one text of the metadata, and the text of an item is left out")
  func attributes() throws {
    var attributes = Attributes()
    attributes[.title] = .string("Window")
    attributes[.displayName] = .string("Controller")
    attributes[.textContent] = .string("WindowController")
    let item = Item(uniqueIdentifier: "id", attributes: attributes)
    #expect(try !Self.query("win con").matches(item))
    attributes[.keywords] = .array([.string("a"), .string("window-controller")])
    #expect(
      try Self.query("win con").matches(Item(uniqueIdentifier: "id", attributes: attributes)))
  }

  @Test("what matched stands out, part by part")
  func highlights() throws {
    let text = "MyWindowController of a window"
    let highlighter = MatchHighlighter(try Self.query("win con"))
    #expect(highlighter.ranges(in: text) == [2..<5, 8..<11])
    #expect(highlighter.ranges(in: "Window") == [])
  }

  @Test("letters that a language tells apart are told apart")
  func languages() throws {
    #expect(try Self.finds("oppna dorr", "Öppna dörren"))
    #expect(try !Self.finds("oppna dorr", "Öppna dörren", "sv"))
    #expect(try Self.finds("öppna dörr", "Öppna dörren", "sv"))
  }
}
