internal import CloudPages
internal import FresnelModel
internal import SiteValidation
internal import WebAddresses
internal import WebMarkup
internal import WebServing

extension CloudService {
  /// Adds the page on which pages are checked.
  mutating func addValidation(_ checking: SiteChecking, _ apps: AppLookup) {
    on("GET", "/validate") { request in
      let form = ValidationForm(request.queryFields)
      guard request.method == "GET", !form.isEmpty else {
        var response = HTTPResponse.page(ValidationPage().page, seconds: 3_600)
        // The report takes its place on this page, under this page's policy.
        response.headers.append(SecurityHeaders.picturesFromAnywhere)
        return response
      }
      return await Self.check(form, request, checking, apps)
    }
    on("POST", "/validate") { request in
      await Self.check(ValidationForm(request.formFields), request, checking, apps)
    }
  }

  private static func check(
    _ form: ValidationForm, _ request: HTTPRequest, _ checking: SiteChecking, _ apps: AppLookup
  ) async -> HTTPResponse {
    let question: ValidationQuestion
    do throws(ValidationForm.Problem) {
      question = try ValidationQuestion(form)
    } catch {
      var form = form
      form.problem = error
      return .unkept(ValidationPage(form: form).page, status: 400)
    }
    do throws(APIProblem) {
      let report = try await checking.report(on: question, for: request)
      let page = ValidationPage(form: form, report: report, app: apps.app(of: report))
      return .unkept(page.page, status: 200)
    } catch {
      // With what was typed, which may be a whole page.
      var form = form
      form.problem = .init(form.html == nil ? .url : .html, error.detail)
      var response = HTTPResponse.unkept(ValidationPage(form: form).page, status: error.status)
      if let seconds = error.retryAfter {
        response.headers.append(HTTPHeader("Retry-After", "\(seconds)"))
      }
      return response
    }
  }
}

extension APIOperation {
  /// `POST /v1/validate`.
  static func validate(_ checking: SiteChecking) -> APIOperation {
    APIOperation(
      "POST", "/v1/validate", name: "validate", summary: "Say what search makes of a page",
      body: Body(
        schema: .object(
          "What is validated: a page by its address, or HTML that is sent along.",
          [
            .optional("url", .text("The address of the page, or that it will have.")),
            .optional("html", .text("The page; where it is there, nothing is fetched.")),
            .optional("app", .text("The identifier of an app that the site is compared with.")),
            .optional(
              "test_urls",
              .array("Addresses to try on the association file.", of: .text("An address."))),
          ])),
      answer: "What was found.",
      answerSchema: .map(
        "The report, as fresnel validate --json gives it.", of: .anything("A part of it.")),
      problems: [429, 503]
    ) { request, _ throws(APIProblem) in
      let fields = request.formFields
      let form = fields.isEmpty ? try ValidationForm(json: request.body) : ValidationForm(fields)
      let question: ValidationQuestion
      do throws(ValidationForm.Problem) {
        question = try ValidationQuestion(form)
      } catch {
        throw .badParameter(error.field.rawValue, error.sentence)
      }
      let report = try await checking.report(on: question, for: request)
      var response = HTTPResponse(report.json.text(), type: "application/json")
      response.headers.append(HTTPHeader("Cache-Control", "no-store"))
      return response
    }
  }
}

extension ValidationForm {
  /// Whether nothing is asked.
  fileprivate var isEmpty: Bool { url.isEmpty && html == nil && tests.isEmpty && app.isEmpty }
}

extension AppLookup {
  /// The app that a page which was checked belongs to.
  fileprivate func app(of report: SiteReport) -> CardContent.App? {
    guard let page = report.page?.page else { return nil }
    let links = page.deepLinks
    return find(
      Page(url: page.canonical.url.href, storeID: links.storeID, deepLink: links.chosen?.url)
    ).map { CardContent.App(name: $0.name, appStreamID: $0.appStreamID) }
  }
}

extension HTTPResponse {
  /// A page that nobody keeps.
  fileprivate static func unkept(_ html: String, status: Int) -> HTTPResponse {
    var response = HTTPResponse(html, type: "text/html; charset=utf-8", status: status)
    response.headers.append(HTTPHeader("Cache-Control", "no-store"))
    response.headers.append(SecurityHeaders.picturesFromAnywhere)
    return response
  }
}
