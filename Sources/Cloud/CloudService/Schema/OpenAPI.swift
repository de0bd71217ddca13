internal import FresnelModel

/// The description of a service for programs, as OpenAPI 3.1 has it.
enum OpenAPI {
  /// Problems that any operation may answer with.
  private static let commonProblems = [400, 429, 503]

  /// Describes operations.
  ///
  /// - Parameters:
  ///   - operations: What can be asked for.
  ///   - baseURL: The address of the service.
  ///   - version: The version of the software.
  /// - Returns: The description.
  static func document(
    of operations: [APIOperation], baseURL: String, version: String
  ) -> JSONValue {
    var paths: [JSONMember] = []
    for operation in operations {
      let described = JSONMember(operation.method.lowercased(), description(of: operation))
      if let place = paths.firstIndex(where: { $0.name == operation.path }),
        case .object(let others) = paths[place].value
      {
        paths[place].value = .object(others + [described])
      } else {
        paths.append(JSONMember(operation.path, .object([described])))
      }
    }
    return .object([
      JSONMember("openapi", .string("3.1.0")),
      JSONMember(
        "info",
        .object([
          JSONMember("title", .string("Fresnel public index")),
          JSONMember("version", .string(version)),
          JSONMember(
            "summary",
            .string("Search of the public web of apps, and a check of what search reads of a page.")
          ),
        ])),
      JSONMember("servers", .array([.object([JSONMember("url", .string(baseURL))])])),
      JSONMember("paths", .object(paths)),
      JSONMember(
        "components",
        .object([
          JSONMember(
            "responses",
            .object(
              Set(operations.flatMap(\.problems) + commonProblems).sorted().map {
                JSONMember("Problem\($0)", problem($0))
              }))
        ])),
    ])
  }

  private static func description(of operation: APIOperation) -> JSONValue {
    var members = [
      JSONMember("operationId", .string(operation.name)),
      JSONMember("summary", .string(operation.summary)),
      JSONMember(
        "parameters",
        .array(
          operation.parameters.map { parameter in
            .object([
              JSONMember("name", .string(parameter.name)), JSONMember("in", .string("query")),
              JSONMember("required", .boolean(parameter.isRequired)),
              JSONMember("description", .string(parameter.summary)),
              JSONMember("schema", parameter.schema),
            ])
          })),
    ]
    if let body = operation.body {
      members.append(
        JSONMember(
          "requestBody",
          .object([
            JSONMember("required", .boolean(true)),
            JSONMember("content", content(body.type, body.schema)),
          ])))
    }
    let good = JSONMember(
      "200",
      .object([
        JSONMember("description", .string(operation.answer)),
        JSONMember("content", content(operation.answerType, operation.answerSchema)),
      ]))
    let problems = Set(operation.problems + commonProblems).sorted().map {
      JSONMember(
        "\($0)",
        .object([JSONMember("$ref", .string("#/components/responses/Problem\($0)"))]))
    }
    members.append(JSONMember("responses", .object([good] + problems)))
    return .object(members)
  }

  private static func problem(_ status: Int) -> JSONValue {
    let description =
      status == 503
      ? "There is no index to search in yet, the time is over, or there is too much to do; the title says which."
      : APIProblem(status: status, sentence: "").title + "."
    return .object([
      JSONMember("description", .string(description)),
      JSONMember("content", content(APIProblem.contentType, .problem)),
    ])
  }

  private static func content(_ type: String, _ schema: JSONSchema) -> JSONValue {
    .object([JSONMember(type, .object([JSONMember("schema", schema.json)]))])
  }
}
