#pragma once

#ifdef FRESNEL_DESKTOP

// What came after GTK 4.8 is not used, and what was deprecated after it is.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8

#include <gtk/gtk.h>

#include "CGTK.h"

/// The widgets, and who is told. For the thread that started GTK.
struct fresnel_shim {
  fresnel_event event;
  void *context;
  GMainLoop *loop;
  GtkWidget *window;
  GtkWidget *field;
  GtkWidget *list;
  GtkWidget *scroller;
  /// Whether the text of the field is being set, which is not told.
  gboolean is_setting;
  /// The display server's time of the last key or click.
  guint32 event_time;
};

extern struct fresnel_shim fresnel_shim;

/// Tells the callback.
int fresnel_tell(uint32_t kind, uint64_t a, uint64_t b, fresnel_text text);

/// Tells the callback without a text.
int fresnel_tell_plain(uint32_t kind, uint64_t a, uint64_t b);

/// Tells of a key, and returns the callback's answer.
int fresnel_tell_key(guint value, GdkModifierType held, uint64_t place);

/// A text that ends in a 0; to be freed by g_free.
char *fresnel_copy(fresnel_text text);

/// Makes the field.
GtkWidget *fresnel_field_make(void);

/// Gives the field a key that went down elsewhere.
gboolean fresnel_field_forward(GtkEventController *controller);

/// Makes the list with its rows, in what scrolls it.
GtkWidget *fresnel_rows_make(void);

/// The height and width of a row's icon, in pixels of the desktop's scale.
enum { FRESNEL_ICON_SIZE = 24 };

/// Shows an icon of some names: what Rows.c is told of a row's.
void fresnel_icon_set(GtkImage *image, const char *names);

/// Shows the icons of all rows anew.
void fresnel_rows_renew_icons(void);

/// Makes the line below the rows.
GtkWidget *fresnel_message_make(void);

/// Has a window look as the search window does.
void fresnel_style_add(GtkWidget *window);

/// Makes the window.
void fresnel_window_make(void);

#endif
