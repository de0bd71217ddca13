// One of the many clients of a daemon that is soaked, in a process of its own. `DaemonSoakTests` runs it:
//
//   soak-client ROLE SOCKET APP SEED MILLISECONDS [CLASS LAST]
//
// After so many milliseconds it is killed by its own hand, wherever it is then; one that watches ends in good
// order instead. On its output a writer tells which batches were acknowledged, one number a line. One that seals
// gets the number of the protection class and that of its last acknowledged put, and tells each change three
// times at most: with "?" before it is sent, then with "=" when the class's process has made it, or with "s" when it
// is kept sealed. Whoever sees what must not be tells that in a line that begins with "!".

import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import WireTestSupport

let arguments = CommandLine.arguments
guard arguments.count >= 6, let role = SoakRole(rawValue: arguments[1]),
  let seed = UInt64(arguments[4]), let lifetime = Int(arguments[5])
else { CurrentProcess.exit(2) }

let life = SoakLife(
  socket: arguments[2], app: arguments[3], generator: SeededGenerator(seed: seed),
  milliseconds: lifetime)
Signal.ignore(.brokenPipe)
let sealer: SoakSealer? =
  if role != .seal {
    nil
  } else if arguments.count == 8, let number = UInt8(arguments[6]),
    let protection = ProtectionClass(rawValue: number), let lastPut = Int(arguments[7])
  {
    SoakSealer(life, protection, after: lastPut)
  } else {
    CurrentProcess.exit(2)
  }
if role.isKilled { life.endsByKill() }
while !life.isOver {
  do {
    switch role {
    case .write: try SoakWriter(life: life).run()
    case .watch: try SoakWatcher(life: life).run()
    case .flood: try SoakFlooder(life: life).run()
    case .hang: try SoakCallbackTaker(life: life, answers: false).run()
    case .answer: try SoakCallbackTaker(life: life, answers: true).run()
    case .damage: try SoakDamager(life: life).run()
    case .live: try SoakLiveSearcher(life: life).run()
    case .seal: try sealer?.run()
    }
  } catch let error as SoakLife.Violation {
    life.tell("! \(role), \(life.app), seed \(seed): \(error.description)")
    CurrentProcess.exit(1)
  } catch {
    // The connection ended: the daemon was killed, runs anew, or sent the client away.
    if role.isEndedByDaemon, !life.hasDaemon { break }
    life.rest()
  }
}
