extension ScriptedServer.Step {
  /// A whole answer with its length.
  package static func answer(
    _ status: Int = 200, _ fields: [(String, String)] = [], _ body: [UInt8] = []
  ) -> ScriptedServer.Step {
    .send(head(status, fields + [("Content-Length", "\(body.count)")]) + body)
  }

  /// A whole answer with a text.
  package static func answer(
    _ status: Int = 200, _ fields: [(String, String)] = [], text: String
  ) -> ScriptedServer.Step {
    .answer(status, fields, Array(text.utf8))
  }

  /// A page.
  package static func page(_ text: String, _ fields: [(String, String)] = [])
    -> ScriptedServer.Step
  {
    .answer(200, [("Content-Type", "text/html; charset=utf-8")] + fields, text: text)
  }

  /// The head of an answer, with the empty line.
  package static func head(_ status: Int = 200, _ fields: [(String, String)] = []) -> [UInt8] {
    var text = "HTTP/1.1 \(status) Answer\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// One chunk of a body that is sent so; an empty one ends it.
  package static func chunk(_ body: [UInt8]) -> [UInt8] {
    Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
  }
}
