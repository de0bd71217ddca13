// One of the many clients of a daemon that is soaked, in a process of its own. `DaemonSoakTests` runs it:
//
//   soak-client ROLE SOCKET APP SEED MILLISECONDS
//
// After so many milliseconds it is killed by its own hand, wherever it is then; one that watches ends in good
// order instead. On its output a writer tells which batches were acknowledged, one number a line; whoever sees
// what must not be tells that in a line that begins with "!".

import FresnelPlatform
import FresnelTestSupport
import WireTestSupport

let arguments = CommandLine.arguments
guard arguments.count == 6, let role = SoakRole(rawValue: arguments[1]),
  let seed = UInt64(arguments[4]), let lifetime = Int(arguments[5])
else { CurrentProcess.exit(2) }

let life = SoakLife(
  socket: arguments[2], app: arguments[3], generator: SeededGenerator(seed: seed),
  milliseconds: lifetime)
Signal.ignore(.brokenPipe)
if role.isKilled { life.endsByKill() }
while !life.isOver {
  do {
    switch role {
    case .write: try SoakWriter(life).run()
    case .watch: try SoakWatcher(life).run()
    case .flood: try SoakFlooder(life).run()
    case .hang: try SoakCallbackTaker(life, answers: false).run()
    case .answer: try SoakCallbackTaker(life, answers: true).run()
    case .damage: try SoakDamager(life).run()
    case .live: try SoakLiveSearcher(life).run()
    }
  } catch let error as SoakLife.Violation {
    life.tell("! \(role), \(life.app), seed \(seed): \(error.description)")
    CurrentProcess.exit(1)
  } catch {
    // The connection ended: the daemon was killed, or sent the client away.
    if role.isEndedByDaemon { break }
    life.rest()
  }
}
