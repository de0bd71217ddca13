internal import FresnelModel
internal import PublicIndex
package import WebServing

/// Why a request gets no other answer: a problem as RFC 9457 has it.
package struct APIProblem: Error, Hashable, Sendable {
  /// The content type of problems.
  package static let contentType = "application/problem+json"

  /// The status code.
  package var status: Int
  /// What kind of problem it is, the same each time.
  package var title: String
  /// What is wrong this time, in one sentence for people.
  package var detail: String
  /// The parameter that it is about; `nil` for none.
  package var parameter: String?
  /// After how many seconds it makes sense to ask again; `nil` where it makes none.
  package var retryAfter: Int?

  /// Makes a problem.
  package init(
    status: Int, title: String, detail: String, parameter: String? = nil, retryAfter: Int? = nil
  ) {
    self.status = status
    self.title = title
    self.detail = detail
    self.parameter = parameter
    self.retryAfter = retryAfter
  }

  /// A parameter that can't be used.
  package static func badParameter(_ name: String, _ detail: String) -> APIProblem {
    APIProblem(
      status: 400, title: "A parameter can't be used", detail: detail, parameter: name)
  }

  /// The problem as a status code alone tells it.
  init(status: Int, sentence: String) {
    let title =
      switch status {
      case 400: "The request can't be used"
      case 404: "There is nothing here"
      case 405: "This can't be asked for so"
      case 413: "That is too much"
      case 429: "That was a lot"
      case 503: "There is too much to do"
      default: "Something went wrong"
      }
    self.init(status: status, title: title, detail: sentence)
  }

  /// The problem as an answer.
  package var response: HTTPResponse {
    let body = JSONValue.present([
      "type": .string("about:blank"), "title": .string(title), "status": .whole(status),
      "detail": .string(detail), "parameter": .text(parameter),
    ])
    var response = HTTPResponse(body.text(), type: Self.contentType, status: status)
    response.headers.append(HTTPHeader("Cache-Control", "no-store"))
    if let retryAfter { response.headers.append(HTTPHeader("Retry-After", "\(retryAfter)")) }
    return response
  }
}

extension JSONSchema {
  /// The form of problems.
  static let problem = JSONSchema.object(
    "What is wrong with a request (RFC 9457).",
    [
      .required("type", .text("The kind of problem, as an address.")),
      .required("title", .text("The kind of problem, in a few words.")),
      .required("status", .integer("The status code.", in: 400...599)),
      .required("detail", .text("What is wrong this time, in one sentence.")),
      .optional("parameter", .text("The parameter that it is about.")),
    ])
}
