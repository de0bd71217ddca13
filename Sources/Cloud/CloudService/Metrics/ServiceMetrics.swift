internal import Synchronization

/// What a service has done, for those who run it.
package final class ServiceMetrics: Sendable {
  /// The upper ends of the classes that answer times are counted in, in seconds.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private struct Times {
    var counts = [Int](repeating: 0, count: bounds.count + 1)
    var sum = 0.0
  }

  private struct Answers: Hashable {
    let route: String
    let status: Int
  }

  private struct Content {
    var answers: [Answers: Int] = [:]
    var times: [String: Times] = [:]
  }

  private let content = Mutex(Content())

  /// Makes metrics of nothing.
  package init() {}

  /// Notes an answer.
  ///
  /// - Parameters:
  ///   - route: The path of the route, of which there are few.
  ///   - status: The status code.
  ///   - seconds: How long it took.
  func note(route: String, status: Int, seconds: Double) {
    content.withLock { content in
      content.answers[Answers(route: route, status: status), default: 0] += 1
      var times = content.times[route] ?? Times()
      times.counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
      times.sum += seconds
      content.times[route] = times
    }
  }

  /// The metrics in the text format of Prometheus.
  func text(of index: ServedIndex.State) -> String {
    let content = content.withLock { $0 }
    var lines = [
      "# HELP fresnel_http_requests_total Requests that were answered.",
      "# TYPE fresnel_http_requests_total counter",
    ]
    let answers = content.answers.sorted {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }
    for (answer, count) in answers {
      lines.append(
        "fresnel_http_requests_total{route=\"\(answer.route)\",status=\"\(answer.status)\"} \(count)"
      )
    }
    lines += [
      "# HELP fresnel_http_request_duration_seconds How long answers took.",
      "# TYPE fresnel_http_request_duration_seconds histogram",
    ]
    for (route, times) in content.times.sorted(by: { $0.key < $1.key }) {
      let name = "fresnel_http_request_duration_seconds"
      var count = 0
      for (bound, own) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], times.counts) {
        count += own
        lines.append("\(name)_bucket{route=\"\(route)\",le=\"\(bound)\"} \(count)")
      }
      lines.append("\(name)_sum{route=\"\(route)\"} \(times.sum)")
      lines.append("\(name)_count{route=\"\(route)\"} \(count)")
    }
    lines += [
      "# HELP fresnel_index_pages Pages that can be found.", "# TYPE fresnel_index_pages gauge",
      "fresnel_index_pages \(index.pageCount)",
      "# HELP fresnel_index_generation How often the index was found to have changed.",
      "# TYPE fresnel_index_generation gauge", "fresnel_index_generation \(index.generation)",
      "# HELP fresnel_index_readable Whether the index could be read the last time, and is not damaged.",
      "# TYPE fresnel_index_readable gauge",
      "fresnel_index_readable \(index.concern == nil ? 1 : 0)",
      "# HELP fresnel_index_damaged_files Files of the index that are damaged.",
      "# TYPE fresnel_index_damaged_files gauge",
      "fresnel_index_damaged_files \(index.damages.count)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
