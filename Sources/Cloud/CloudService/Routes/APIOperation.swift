package import WebServing

/// Something that programs can ask for: its description, which is published, and what answers.
///
/// `/openapi.json` is made from these descriptions, and requests are read by them, so that the two agree.
package struct APIOperation: Sendable {
  /// Answers a request whose parameters are as described.
  package typealias Handler =
    @Sendable (_ request: HTTPRequest, _ parameters: APIParameters) async throws(APIProblem) ->
    HTTPResponse

  /// A body that a request brings along.
  package struct Body: Sendable {
    /// The content type.
    package var type: String
    /// What it is.
    package var schema: JSONSchema

    /// Makes a body.
    package init(type: String = "application/json", schema: JSONSchema) {
      self.type = type
      self.schema = schema
    }
  }

  /// The method.
  package var method: String
  /// The path.
  package var path: String
  /// What programs that are made from the description call it.
  package var name: String
  /// What it does, in one line.
  package var summary: String
  /// What it takes, besides a body.
  package var parameters: [APIParameter]
  /// The body that it takes; `nil` for none.
  package var body: Body?
  /// What a good answer is.
  package var answer: String
  /// The content type of a good answer.
  package var answerType: String
  /// The form of a good answer.
  package var answerSchema: JSONSchema
  /// The status codes of problems that it answers with, besides those that all have.
  package var problems: [Int]
  /// Answers.
  package var handler: Handler

  /// Describes an operation.
  package init(
    _ method: String, _ path: String, name: String, summary: String,
    parameters: [APIParameter] = [], body: Body? = nil, answer: String,
    answerType: String = "application/json", answerSchema: JSONSchema, problems: [Int] = [],
    handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.body = body
    self.answer = answer
    self.answerType = answerType
    self.answerSchema = answerSchema
    self.problems = problems
    self.handler = handler
  }

  /// Answers a request, with a problem where it is not as described.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    var response: HTTPResponse
    do {
      let parameters = try APIParameters(request.queryFields, as: parameters)
      response = try await handler(request, parameters)
    } catch {
      response = error.response
    }
    if method == "GET" { response.allowsOtherSites() }
    return response
  }
}

extension HTTPResponse {
  /// Lets pages of other sites read the answer: it is the same for everybody.
  mutating func allowsOtherSites() {
    headers.append(HTTPHeader("Access-Control-Allow-Origin", "*"))
    headers.append(HTTPHeader("Cross-Origin-Resource-Policy", "cross-origin"))
  }
}
