#define _GNU_SOURCE
#include "CPlatformProcesses.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Between fork and execve only functions that are safe in a signal handler may be called (signal-safety(7)):
// another thread may have held any lock, that of malloc too, when the process was copied.

enum { PASSED = 3, GATE = 4, REPORT = 5, FIRST_CLOSED = 6, FIRST_FREE = 16, SIGNAL_COUNT = 65 };

// What ioprio_set(2) calls these; the C library has no names for them.
enum { IO_PRIORITY_OF_PROCESS = 1, IO_CLASS_SHIFT = 13, IO_IDLE = 3 };

static bool limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) {
    return false;
  }
  // What is stricter already stays as it is: only a privileged process may raise it.
  struct rlimit wanted = {.rlim_cur = hard < now.rlim_max ? soft : now.rlim_max,
                          .rlim_max = hard < now.rlim_max ? hard : now.rlim_max};
  if (wanted.rlim_cur > soft) {
    wanted.rlim_cur = soft;
  }
  return setrlimit(resource, &wanted) == 0;
}

static bool set_limits(const struct fresnel_limits *limits) {
  // A second more than the soft limit, whose signal can be caught.
  return limit(RLIMIT_CPU, limits->processor_seconds, limits->processor_seconds + 1) &&
         limit(RLIMIT_DATA, limits->data_bytes, limits->data_bytes) &&
         limit(RLIMIT_NOFILE, limits->open_files, limits->open_files) &&
         limit(RLIMIT_FSIZE, limits->file_bytes, limits->file_bytes) && limit(RLIMIT_CORE, 0, 0);
}

/// Leaves the standard streams, the passed descriptor, the gate and the report open, and nothing else. The
/// report is at a number out of the way already. What is written goes to `output`, unless that is negative.
static bool arrange_descriptors(int passed, int gate, int report, int output) {
  if (output >= 0) {
    output = fcntl(output, F_DUPFD_CLOEXEC, FIRST_FREE);
    if (output < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) {
      return false;
    }
  }
  passed = fcntl(passed, F_DUPFD_CLOEXEC, FIRST_FREE);
  gate = fcntl(gate, F_DUPFD_CLOEXEC, FIRST_FREE);
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return passed >= 0 && gate >= 0 && nothing >= 0 &&
         (nothing == STDIN_FILENO ? fcntl(nothing, F_SETFD, 0) == 0
                                  : dup2(nothing, STDIN_FILENO) >= 0) &&
         dup2(passed, PASSED) >= 0 && dup3(gate, GATE, O_CLOEXEC) >= 0 &&
         dup3(report, REPORT, O_CLOEXEC) >= 0 &&
         syscall(SYS_close_range, FIRST_CLOSED, ~0U, 0) == 0;
}

static void forget_signal_handlers(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < SIGNAL_COUNT; number++) {
    sigaction(number, &action, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool wait_at_gate(void) {
  char byte;
  ssize_t count;
  do {
    count = read(GATE, &byte, 1);
  } while (count < 0 && errno == EINTR);
  return count == 1;
}

/// What the copy of this process needs to become the program.
struct launch {
  const char *program;
  char *const *arguments;
  char *const *environment;
  const char *directory;
  const struct fresnel_limits *limits;
  int passed;
  int output;
};

static _Noreturn void run(const struct launch *launch, pid_t parent, int gate, int report) {
  // Out of the way of the numbers that the descriptors are to have.
  report = fcntl(report, F_DUPFD_CLOEXEC, FIRST_FREE);
  // The parent may have ended before the kernel was asked to tell of it.
  if (report >= 0 && setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent &&
      arrange_descriptors(launch->passed, gate, report, launch->output)) {
    report = REPORT;
    // Neither is worth not running for.
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + launch->limits->niceness);
    syscall(SYS_ioprio_set, IO_PRIORITY_OF_PROCESS, 0, IO_IDLE << IO_CLASS_SHIFT);
    forget_signal_handlers();
    if (chdir(launch->directory) == 0 && set_limits(launch->limits)) {
      if (!wait_at_gate()) {
        _exit(0);
      }
      execve(launch->program, launch->arguments, launch->environment);
    }
  }
  int number = errno;
  ssize_t ignored = write(report, &number, sizeof number);
  (void)ignored;
  _exit(127);
}

int fresnel_process_launch(const char *program, char *const *arguments, char *const *environment,
                           const char *directory, const struct fresnel_limits *limits, int passed,
                           int output, struct fresnel_launched *launched) {
  struct launch launch = {.program = program,
                          .arguments = arguments,
                          .environment = environment,
                          .directory = directory,
                          .limits = limits,
                          .passed = passed,
                          .output = output};
  int gate[2], report[2];
  if (pipe2(gate, O_CLOEXEC) != 0) {
    return -1;
  }
  if (pipe2(report, O_CLOEXEC | O_NONBLOCK) != 0) {
    close(gate[0]);
    close(gate[1]);
    return -1;
  }
  pid_t parent = getpid();
  // No handler of this process is to run in the copy.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (child == 0) {
    run(&launch, parent, gate[0], report[1]);
  }
  int number = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(gate[0]);
  close(report[1]);
  if (child > 0) {
    // Here too, so that the group is there as soon as this returns.
    setpgid(child, child);
    // Nobody else takes its exit status, so the number is still its own.
    int process = (int)syscall(SYS_pidfd_open, child, 0);
    if (process >= 0) {
      *launched = (struct fresnel_launched){
          .identifier = child, .process = process, .gate = gate[1], .report = report[0]};
      return 0;
    }
    number = errno;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  close(gate[1]);
  close(report[0]);
  errno = number;
  return -1;
}

int fresnel_process_signal(int descriptor, int signal_number) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, signal_number, NULL, 0);
}

int fresnel_group_signal(int32_t group, int signal_number) { return kill(-group, signal_number); }

static uint64_t microseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

int fresnel_process_collect(int32_t identifier, struct fresnel_ending *ending) {
  int status;
  struct rusage usage;
  pid_t found = wait4(identifier, &status, WNOHANG, &usage);
  if (found <= 0) {
    return found;
  }
  ending->is_signal = WIFSIGNALED(status);
  ending->status = ending->is_signal ? WTERMSIG(status) : WEXITSTATUS(status);
  ending->processor_microseconds = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
  return 1;
}

void fresnel_process_take_usual_io_priority(void) {
  // Class 0: none is set, and the niceness decides.
  syscall(SYS_ioprio_set, IO_PRIORITY_OF_PROCESS, 0, 0);
}
