import Testing

@testable import WebServing

struct RoutesTests {
  private var routes: Routes {
    var routes = Routes()
    routes.on("GET", "/") { _ in .plain("start", status: 200) }
    routes.on("POST", "/check") { _ in .plain("checked", status: 200) }
    routes.on("GET", "/check") { _ in .plain("form", status: 200) }
    routes.on("GET", "/files/*") { .plain($0.path, status: 200) }
    return routes
  }

  @Test(arguments: [
    ("GET", "/", 200, "start\n"), ("HEAD", "/", 200, "start\n"),
    ("POST", "/check", 200, "checked\n"),
    ("GET", "/check", 200, "form\n"), ("GET", "/files/a/b", 200, "/files/a/b\n"),
    ("GET", "/files/", 200, "/files/\n"), ("GET", "/files", 404, "There is nothing here.\n"),
    ("GET", "/Check", 404, "There is nothing here.\n"),
    ("DELETE", "/check", 405, "This answers POST, GET, HEAD only.\n"),
    ("POST", "/", 405, "This answers GET, HEAD only.\n"),
  ])
  func theFirstRouteThatFitsAnswers(method: String, path: String, status: Int, body: String) async {
    let response = await routes.answer(HTTPRequest(method: method, path: path))
    #expect(response.status == status)
    #expect(String(decoding: response.body, as: UTF8.self) == body)
    #expect((response.header("allow") != nil) == (status == 405))
  }
}
