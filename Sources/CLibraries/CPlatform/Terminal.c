#include "CPlatform.h"

#include <signal.h>
#include <stddef.h>
#include <termios.h>

// What is done in a signal handler is in C, as in the signal pipe: tcflush, tcsetattr, sigaction
// and raise may be called there.

static const int guarded_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { GUARDED_COUNT = sizeof guarded_signals / sizeof guarded_signals[0] };

// Written while no handler is installed.
static int guarded_descriptor = -1;
static struct termios guarded_settings;
static struct sigaction former_actions[GUARDED_COUNT];

static void restore_and_end(int signal_number) {
  // What was typed is nobody else's, and the shell would show and run it. TCSAFLUSH would wait for
  // the output, too, which has no end where that is held.
  tcflush(guarded_descriptor, TCIFLUSH);
  tcsetattr(guarded_descriptor, TCSANOW, &guarded_settings);
  for (size_t index = 0; index < GUARDED_COUNT; index++) {
    if (guarded_signals[index] == signal_number) {
      sigaction(signal_number, &former_actions[index], NULL);
    }
  }
  // It is blocked until the handler returns, and comes then.
  raise(signal_number);
}

void fresnel_terminal_guard_begin(int descriptor, const void *settings) {
  guarded_descriptor = descriptor;
  guarded_settings = *(const struct termios *)settings;
  struct sigaction action = {0};
  action.sa_handler = restore_and_end;
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < GUARDED_COUNT; index++) {
    sigaction(guarded_signals[index], NULL, &former_actions[index]);
    // What the process ignores goes on to be ignored.
    if (former_actions[index].sa_handler != SIG_IGN) {
      sigaction(guarded_signals[index], &action, NULL);
    }
  }
}

void fresnel_terminal_guard_end(void) {
  for (size_t index = 0; index < GUARDED_COUNT; index++) {
    sigaction(guarded_signals[index], &former_actions[index], NULL);
  }
  guarded_descriptor = -1;
}
