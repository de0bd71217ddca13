// Crawls the web that a server of a test plays, until it kills itself or is done. `CrawlKillTests` runs it:
//
//   crawl-worker STORE SERVER HOSTS COUNT
//
// STORE is the file of the crawl, SERVER where all hosts are, HOSTS how many there are. The kill comes when so many
// pages were read; a COUNT of 0 means never.

import CrawlTestSupport
import Crawler
import FresnelPlatform
import Synchronization
import WebAddresses
import WebFetching

let arguments = CommandLine.arguments
guard arguments.count == 5, let server = NetworkAddress(arguments[2]),
  let hostCount = Int(arguments[3]), let count = Int(arguments[4])
else { CurrentProcess.exit(2) }

let left = Atomic(count)
let reader = CrawlReader { response, kind in
  if left.subtract(1, ordering: .relaxed).newValue == 0 { CurrentProcess.raise(.kill) }
  return LineWeb.read(response, kind)
}
let crawl = try Crawl(
  SQLiteCrawlStore(path: arguments[1]), plan: LineWeb.plan,
  fetcher: WebFetcher(LineWeb.policy(hostCount: hostCount, at: server)), reader: reader)
for host in 0..<hostCount {
  guard let seed = WebURL("http://\(LineWeb.host(host))/") else { CurrentProcess.exit(2) }
  try await crawl.add(seed: seed)
}
try await crawl.run(patience: 1000)
