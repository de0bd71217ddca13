// Attacks a daemon in one of many ways, each in a process of its own. `HostileAppTests` runs it:
//
//   hostile-app --list                          the names of the attacks
//   hostile-app CASE SOCKET VICTIM-PROGRAM      plays one: exit status 0 when it failed as it should, 1 when
//                                               it succeeded, 77 when it cannot be tried here
//   hostile-app --store SOCKET                  what the victim does before: stores items
//   hostile-app --check SOCKET                  and after each attack: are they as they were?
//   hostile-app --siege SOCKET COUNT SIGN       holds COUNT connections in four ways until it is killed, for ten
//                                               minutes at most; makes the file SIGN when it has tried each of them
//   hostile-app --ask SOCKET SIGN               asks queries of 50,000 negations one after the other until it is
//                                               killed, for ten minutes at most; makes the file SIGN before the second
//   hostile-app --time COUNT PROGRAM ARGUMENT…  runs a program so often, and tells how long it took
//   hostile-app --say HEX                       writes bytes to descriptor 3, for an accomplice
//   hostile-app --hello HEX                     says hello on descriptor 3 with a nonce
//   hostile-app --connect-and-hand-over SOCKET  connects, and passes the connection over descriptor 3

import FresnelPlatform
import SpotlightWire
import WireTestSupport

func finish(_ status: Int32, _ text: String) -> Never {
  print(text)
  CurrentProcess.exit(status)
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.count) {
  case ("--list", 1):
    // Those that wait first, so that they can be begun first.
    for attack in HostileCase.all where attack.waits { print(attack.name, "waits") }
    for attack in HostileCase.all where !attack.waits { print(attack.name) }
  case ("--store", 2): try Victim.store(arguments[1])
  case ("--check", 2): try Victim.check(arguments[1])
  case ("--siege", 4):
    try Siege.hold(arguments[1], connectionCount: Int(arguments[2]) ?? 0, sign: arguments[3])
  case ("--ask", 3): try Siege.ask(arguments[1], sign: arguments[2])
  case ("--time", 3...):
    try Timing.measure(Array(arguments.dropFirst(2)), count: Int(arguments[1]) ?? 0)
  case ("--say", 2): try Accomplice.say(arguments[1])
  case ("--hello", 2): try Accomplice.hello(arguments[1])
  case ("--connect-and-hand-over", 2): try Accomplice.connectAndHandOver(arguments[1])
  case (let name?, 3):
    guard let attack = HostileCase.all.first(where: { $0.name == name }) else {
      finish(2, "There is no case \(name).")
    }
    Signal.ignore(.brokenPipe)
    try attack.play(Scene(socket: arguments[1], victimProgram: arguments[2]))
  default: finish(2, "Look at the start of main.swift for how to run this.")
  }
} catch let reason as NotPossibleHere {
  finish(77, "\(reason)")
} catch {
  finish(1, "\(error)")
}
