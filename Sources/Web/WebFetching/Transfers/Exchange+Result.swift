internal import CCurl
import FresnelPlatform
import WebAddresses

extension Exchange {
  /// What came of the transfer.
  ///
  /// - Parameters:
  ///   - ending: How it ended, in the library's numbers.
  ///   - transfer: The transfer, which has ended.
  /// - Returns: The answer, or why there is none.
  func result(
    _ ending: Int, of transfer: OpaquePointer
  ) -> Result<FetchResponse, FetchError> {
    var facts = fresnel_curl_facts()
    fresnel_curl_tell(transfer, &facts)
    let host = request.url.host ?? ""
    if ending == FRESNEL_CURL_DONE { return response(facts, nil) }
    switch failure {
    case .headTooLarge:
      return .failure(
        FetchError(.headTooLarge, "The head of \(host)'s answer is over \(limits.head) bytes."))
    case .bodyTooLarge:
      return partial(facts, .tooLarge) {
        FetchError(
          .tooLarge, "The body of \(host)'s answer is over \(limits.body) bytes unpacked.")
      }
    case .bodyTooLargeAsSent:
      return partial(facts, .tooLargeAsSent) {
        FetchError(.tooLarge, "The body of \(host)'s answer is over \(limits.sentBody) bytes.")
      }
    case nil: break
    }
    let reason = String(cString: fresnel_curl_reason(transfer))
    let why = reason.isEmpty ? "" : " (\(reason))"
    switch ending {
    case FRESNEL_CURL_NO_NAME:
      return .failure(FetchError(.dns, "The name \(host) is not known\(why)."))
    case FRESNEL_CURL_NO_CONNECTION:
      if let (address, kind) = refused.first {
        return .failure(
          FetchError(
            .addressRefused,
            "\(host) stands for the address \(address), which is not fetched from (\(kind.rawValue))."
          ))
      }
      return .failure(FetchError(.connect, "Nobody answers at \(host)\(why)."))
    case FRESNEL_CURL_TIMED_OUT:
      return partial(facts, .timedOut) {
        FetchError(.timeout, "\(host) did not answer in time\(why).")
      }
    case FRESNEL_CURL_CERTIFICATE:
      return .failure(FetchError(.certificate, "The certificate of \(host) is not valid\(why)."))
    case FRESNEL_CURL_NO_TLS:
      return .failure(FetchError(.tls, "No secured connection to \(host) came about\(why)."))
    case FRESNEL_CURL_PROTOCOL:
      return .failure(FetchError(.httpProtocol, "\(host) does not speak HTTP\(why)."))
    case FRESNEL_CURL_CUT_OFF:
      return partial(facts, .cutOff) {
        FetchError(.cutOff, "\(host) ended the connection before its answer was whole\(why).")
      }
    case FRESNEL_CURL_DAMAGED_ENCODING:
      return partial(facts, .damagedEncoding) {
        FetchError(.encoding, "The body of \(host)'s answer cannot be unpacked\(why).")
      }
    case FRESNEL_CURL_BAD_ADDRESS:
      return .failure(FetchError(.url, "\(request.url.href) cannot be fetched\(why)."))
    default:
      return .failure(FetchError(.unavailable, "\(host) could not be asked\(why)."))
    }
  }

  /// What there is of the body where that is welcome, or an error.
  private func partial(
    _ facts: fresnel_curl_facts, _ truncation: FetchResponse.Truncation, _ error: () -> FetchError
  ) -> Result<FetchResponse, FetchError> {
    request.takesPartOfBody && hasHead && facts.status >= 200
      ? response(facts, truncation) : .failure(error())
  }

  private func response(
    _ facts: fresnel_curl_facts, _ truncation: FetchResponse.Truncation?
  ) -> Result<FetchResponse, FetchError> {
    let version: FetchResponse.Version? =
      switch facts.version {
      case 10: .http10
      case 11: .http11
      case 20: .http2
      case 30: .http3
      default: nil
      }
    guard let version, (200...599).contains(facts.status) else {
      let host = request.url.host ?? ""
      return .failure(FetchError(.httpProtocol, "\(host) does not answer as HTTP wants it."))
    }
    return .success(
      FetchResponse(
        url: request.url, status: Int(facts.status), version: version, fields: fields, body: body,
        truncation: truncation, sentByteCount: Int(clamping: facts.sent),
        address: Self.address(of: facts), reusedConnection: facts.connections == 0,
        timing: FetchResponse.Timing(
          name: .microseconds(facts.name_time), connected: .microseconds(facts.connect_time),
          secured: .microseconds(facts.tls_time), firstByte: .microseconds(facts.first_byte_time),
          whole: .microseconds(facts.whole_time))))
  }

  private static func address(of facts: fresnel_curl_facts) -> NetworkAddress? {
    let text = withUnsafeBytes(of: facts.address) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return NetworkAddress(text, port: facts.port)
  }
}
