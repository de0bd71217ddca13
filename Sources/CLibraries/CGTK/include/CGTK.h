#pragma once

#include <stdint.h>

// The search window, by GTK 4: a field, a list of rows, a line of text below them. Nothing is decided here and no
// text is made: what a person does is told as events, and what is shown is set.
//
// All functions are for the thread that called fresnel_gtk_start, and but for that one for calls after it succeeded.
// In a build without the trait Desktop they do nothing, and fresnel_gtk_start says so.

/// UTF-8, which need not end in a 0. No text has a 0 in it.
typedef struct {
  const char *text;
  uint32_t length;
} fresnel_text;

/// Bytes of a text.
typedef struct {
  uint32_t begin, end;
} fresnel_range;

/// What a row shows. It is copied.
typedef struct {
  fresnel_text title;
  fresnel_text detail;
  /// The names of its icon in the desktop's theme, the best first, with spaces between them. The first may be the name of
  /// an app's icon with "app:" before it, which is shown only where fresnel_icons_keep has loaded it.
  fresnel_text icon;
  /// The digit that opens the row together with Ctrl.
  fresnel_text badge;
  /// What a screen reader says.
  fresnel_text spoken;
  /// What of the title is bold.
  const fresnel_range *bold;
  uint32_t bold_count;
} fresnel_row;

/// What the callback is told.
enum {
  /// A descriptor is readable: a, which.
  FRESNEL_EVENT_READABLE = 1,
  /// A time has come: a, its number.
  FRESNEL_EVENT_TIME = 2,
  /// The person changed the text of the field: text.
  FRESNEL_EVENT_TYPED = 3,
  /// A key that an input method did not take went down: a, its value as in gdkkeysyms.h; b, FRESNEL_KEY_... The
  /// callback returns one of FRESNEL_ANSWER_...
  FRESNEL_EVENT_KEY = 4,
  /// The pointer's first button went down on a row: a, its place.
  FRESNEL_EVENT_PRESSED = 5,
  /// It went up on a row: a, its place.
  FRESNEL_EVENT_RELEASED = 6,
  /// The window has the focus, or has it no longer: a, 1 or 0.
  FRESNEL_EVENT_FOCUS = 7,
  /// The desktop wants the window closed.
  FRESNEL_EVENT_CLOSED = 8,
  /// The button below the rows was clicked.
  FRESNEL_EVENT_OFFER = 9,
};

/// What is held while a key goes down, and where.
enum {
  FRESNEL_KEY_SHIFT = 1,
  FRESNEL_KEY_CONTROL = 2,
  FRESNEL_KEY_ALT = 4,
  FRESNEL_KEY_SUPER = 8,
  /// A row has the keyboard's focus, not the field.
  FRESNEL_KEY_IN_ROWS = 16,
};

/// What is made of a key.
enum {
  /// GTK does with it what it does.
  FRESNEL_ANSWER_IGNORED = 0,
  /// It is done with.
  FRESNEL_ANSWER_TAKEN = 1,
  /// The field gets the focus and the key.
  FRESNEL_ANSWER_TO_FIELD = 2,
};

/// What the person wants windows to look like.
enum {
  FRESNEL_LOOK_DARK = 1,
  /// Whether dark or light is wanted is known; otherwise the desktop's theme says.
  FRESNEL_LOOK_DARK_IS_KNOWN = 2,
  FRESNEL_LOOK_CONTRAST = 4,
};

/// What fresnel_gtk_start returns.
enum {
  FRESNEL_GTK_STARTED = 0,
  /// There is no display.
  FRESNEL_GTK_NO_DISPLAY = -1,
  /// The program was built without GTK.
  FRESNEL_GTK_NOT_BUILT = -2,
};

/// Told of an event, with what was handed over at the start; the text is the callback's until it returns.
typedef int (*fresnel_event)(void *context, uint32_t kind, uint64_t a, uint64_t b, fresnel_text text);

/// The most rows.
enum { FRESNEL_ROWS = 100 };
/// No row.
#define FRESNEL_NO_ROW UINT32_MAX

// Start.c

/// Starts GTK and makes the window, which is not shown. The program's name becomes the window's class.
int fresnel_gtk_start(const char *app_id, fresnel_event event, void *context);

/// Runs until fresnel_gtk_stop.
void fresnel_gtk_run(void);

/// Ends fresnel_gtk_run.
void fresnel_gtk_stop(void);

/// Tells when a descriptor is readable, as long as it is. Returns 0, or -1 when it cannot be watched.
int fresnel_gtk_watch(int descriptor);

/// Tells the number once after so many milliseconds.
void fresnel_gtk_after(uint32_t milliseconds, uint64_t number);

/// Puts a text into the clipboard, where it stays as long as the program runs.
void fresnel_gtk_copy(fresnel_text text);

/// The display server's time of the last key or click; 0 for none.
uint32_t fresnel_gtk_event_time(void);

// Window.c

/// Maps the window anew, with a token that lets it take the focus, or NULL.
void fresnel_window_show(const char *token);

/// Unmaps the window.
void fresnel_window_hide(void);

/// Whether the window is mapped or about to be.
int fresnel_window_is_shown(void);

// Style.c

/// Has the window look as the person wants it: FRESNEL_LOOK_...
void fresnel_gtk_set_look(uint32_t look);

// Icons.c

/// Loads icons of apps in the desktop's theme, and no others any more: their names, with spaces between them.
void fresnel_icons_keep(fresnel_text names);

// Message.c

/// Shows a line below the rows; none for an empty one. Beside it a button, where one is offered.
void fresnel_message_set(fresnel_text text, fresnel_text offer);

// Field.c

/// Sets the text of the field, which is not told, and puts the caret at its end.
void fresnel_field_set(fresnel_text text);

/// Gives the field the focus, with its whole text selected or none of it.
void fresnel_field_focus(int selects_all);

// Rows.c

/// Fills rows anew from a place on.
void fresnel_rows_set(uint32_t first, const fresnel_row *rows, uint32_t count);

/// Shows the first rows and no others, FRESNEL_ROWS at most.
void fresnel_rows_set_count(uint32_t count);

/// Marks one row, or none for FRESNEL_NO_ROW.
void fresnel_rows_select(uint32_t place);

/// Gives a row the focus, and scrolls to it.
void fresnel_rows_focus(uint32_t place);

/// Scrolls to the first row.
void fresnel_rows_scroll_to_top(void);

/// How many rows fit into the window; 1 at least.
uint32_t fresnel_rows_per_page(void);
