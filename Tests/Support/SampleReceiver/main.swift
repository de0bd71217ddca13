// An app that is started to open something, for the daemon's tests:
//
//   sample-receiver APP MODE [URL]...
//
// APP is who it says it is; MODE is one of:
//
//   app      takes what is opened in it as apps do, with the library
//   travel   the same, and hands over what is open in it; see TravellingReceiver
//   bulky    the same, and what it hands over is too large
//   take     takes what is opened in it, and shows it
//   bus      the same, when it is activated over the bus under the name APP
//   quiet    connects, and asks for nothing
//   decline  says no
//   end      ends at once with status 3
//
// What it gets it writes into the file `received` in the data directory, a line for each thing.

import Dispatch
import FresnelPlatform
import UserActivity
import WireTestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { CurrentProcess.exit(64) }
let receiver = SampleReceiver(app: arguments[0])
do {
  for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
    if let value = Environment[name] { try receiver.note("environment \(name)=\(value)") }
  }
  for url in arguments.dropFirst(2) { try receiver.note("argument \(url)") }
  switch arguments[1] {
  case "app":
    let app = LibraryReceiver(receiver)
    // The library connects again and again; the program is to end with the test's daemon.
    _ = DetachedThread.start { [receiver] in
      _ = try? receiver.connect().waitForEnd()
      CurrentProcess.exitNow(0)
    }
    UserActivityReceiver.shared.begin(app)
    dispatchMain()
  case "travel", "bulky":
    let app = TravellingReceiver(receiver, .init(rawValue: arguments[1]) ?? .travel)
    _ = DetachedThread.start { [receiver] in
      _ = try? receiver.connect().waitForEnd()
      CurrentProcess.exitNow(0)
    }
    UserActivityReceiver.shared.begin(app)
    dispatchMain()
  case "take": try receiver.receive(answering: true)
  case "decline": try receiver.receive(answering: false)
  case "bus": try receiver.serveBus()
  case "quiet": _ = try? receiver.connect().waitForEnd()
  default: CurrentProcess.exit(3)
  }
} catch RawClient.Failure.ended {
  CurrentProcess.exit(0)
}
