/// Status codes that the server itself answers with (RFC 9110, section 15).
enum HTTPStatus {
  static let notFound = 404
  static let methodNotAllowed = 405
  static let internalServerError = 500
  static let serviceUnavailable = 503
}
