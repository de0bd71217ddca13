internal import WebDocuments
internal import WebFetching

extension FetchError {
  /// The most characters of a message: it says at its end what failed, after the address and the port.
  private static let longestSentence = 300

  /// What keeps something from being fetched, in a sentence without its full stop, on one line. Of addresses that aren't
  /// asked nothing is told that only this machine knows.
  var sentence: String {
    switch code {
    case .addressRefused: "The host is on no public network"
    default:
      Diagnostic.excerpt(
        message.hasSuffix(".") ? String(message.dropLast()) : message,
        length: Self.longestSentence)
    }
  }

  /// The rule that is broken.
  var rule: DiagnosticRule {
    switch code {
    case .dns: .fetchDNS
    case .timeout: .fetchTimeout
    case .certificate: .tlsCertificate
    case .url, .portRefused, .addressRefused: .fetchRefused
    case .tooLarge, .headTooLarge: .pageTooLarge
    case .connect, .tls, .httpProtocol, .cutOff, .encoding, .field, .cancelled, .unavailable:
      .fetchConnect
    }
  }

  /// The finding that a page can't be fetched.
  var finding: Diagnostic {
    Diagnostic(rule, sentence + ".", subject: "url", severity: .error)
  }
}
