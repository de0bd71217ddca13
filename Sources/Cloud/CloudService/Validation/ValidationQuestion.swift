internal import CloudPages
internal import FresnelModel
package import SiteAssociations
internal import SiteValidation
package import WebAddresses
internal import WebServing

/// What is to be validated, of which everything can be used.
package struct ValidationQuestion: Sendable {
  /// What is validated.
  package enum Subject: Sendable {
    /// A page of the web, by its address.
    case address(WebURL)
    /// A page that was sent along, and where it will be; `nil` where nobody says.
    case html(String, at: WebURL?)
  }

  /// What is validated.
  package var subject: Subject
  /// The app that the site is compared with; `nil` for those that the site names.
  package var app: ApplicationIdentity?
  /// Addresses to try on the association file.
  package var tests: [WebURL]

  /// The most bytes of a page that is sent along.
  static let htmlLimit = 1 << 20
  /// The most bytes of an address.
  static let addressLimit = 2_048
  /// The most bytes of an app's identifier.
  private static let appLimit = 255

  /// Reads what somebody typed.
  ///
  /// - Throws: ``ValidationForm/Problem`` for the first field that can't be used.
  init(_ form: ValidationForm) throws(ValidationForm.Problem) {
    let address = form.url.isBlank ? nil : try Self.page(form.url)
    if let html = form.html {
      guard html.utf8.count <= Self.htmlLimit else {
        throw .init(
          .html,
          "The HTML has \(html.utf8.count / 1_024) KB; at most \(Self.htmlLimit / 1_024) KB are read."
        )
      }
      guard !html.isBlank else { throw .init(.html, "There is no HTML to check.") }
      subject = .html(html, at: address)
    } else {
      guard let address else { throw .init(.url, "Name the address of a page.") }
      subject = .address(address)
    }
    let lines = form.tests.split(whereSeparator: \.isNewline).filter { !String($0).isBlank }
    guard lines.count <= SiteApps.testLimit else {
      throw .init(.tests, "Name \(SiteApps.testLimit) addresses at most.")
    }
    tests = []
    for line in lines { tests.append(try Self.page(String(line), field: .tests)) }
    guard form.app.utf8.count <= Self.appLimit else {
      throw .init(.app, "The identifier of an app has \(Self.appLimit) bytes at most.")
    }
    app = form.app.isBlank ? nil : ApplicationIdentity(form.app.withoutBlanks)
  }

  /// An address as people type it: https where they leave that out.
  private static func page(
    _ text: String, field: ValidationForm.Problem.Field = .url
  ) throws(ValidationForm.Problem) -> WebURL {
    let text = text.withoutBlanks
    guard text.utf8.count <= addressLimit else {
      throw .init(field, "The address is too long: \(addressLimit) bytes at most.")
    }
    guard let url = WebURL(text.contains("://") ? text : "https://\(text)"), url.isHTTP,
      url.host?.isEmpty == false, !text.contains(where: \.isWhitespace)
    else {
      throw .init(
        field, "“\(text.prefix(80))” is no address of a page, such as https://example.com/page.")
    }
    return url
  }
}

extension String {
  /// Whether there is nothing in it but white space.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Without white space around it.
  fileprivate var withoutBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension ValidationForm {
  /// What a form sent.
  init(_ fields: [FormField]) {
    func value(_ name: Problem.Field) -> String? {
      fields.last { $0.name == name.rawValue }?.value
    }
    self.init(
      url: value(.url) ?? "", html: value(.html), tests: value(.tests) ?? "",
      app: value(.app) ?? "")
  }

  /// What a program sent.
  ///
  /// - Throws: ``APIProblem`` for what is not as described.
  init(json body: [UInt8]) throws(APIProblem) {
    guard let value = try? JSONValue.parse(body), case .object(let members) = value else {
      throw APIProblem(
        status: 400, title: "The body can't be used", detail: "The body is no JSON object.")
    }
    self.init()
    for member in members {
      switch (member.name, member.value) {
      case ("url", .string(let text)): url = text
      case ("html", .string(let text)): html = text
      case ("app", .string(let text)): app = text
      case ("test_urls", .array(let values)):
        for value in values {
          guard case .string(let text) = value, !text.contains(where: \.isNewline) else {
            throw .badParameter("test_urls", "The member test_urls is a list of addresses.")
          }
          tests += text + "\n"
        }
      case ("url", _), ("html", _), ("app", _), ("test_urls", _):
        throw .badParameter(member.name, "The member \(member.name) is of another kind.")
      default:
        throw .badParameter(
          "\(member.name.prefix(40))",
          "There are the members url, html, app and test_urls alone.")
      }
    }
  }
}
