#include "Shim.h"

#ifdef FRESNEL_DESKTOP

#include <glib-unix.h>
#include <string.h>

struct fresnel_shim fresnel_shim;

int fresnel_tell(uint32_t kind, uint64_t a, uint64_t b, fresnel_text text) {
  return fresnel_shim.event(fresnel_shim.context, kind, a, b, text);
}

int fresnel_tell_plain(uint32_t kind, uint64_t a, uint64_t b) {
  return fresnel_tell(kind, a, b, (fresnel_text){"", 0});
}

int fresnel_tell_key(guint value, GdkModifierType held, uint64_t place) {
  uint64_t flags = place;
  if (held & GDK_SHIFT_MASK) flags |= FRESNEL_KEY_SHIFT;
  if (held & GDK_CONTROL_MASK) flags |= FRESNEL_KEY_CONTROL;
  if (held & GDK_ALT_MASK) flags |= FRESNEL_KEY_ALT;
  if (held & GDK_SUPER_MASK) flags |= FRESNEL_KEY_SUPER;
  return fresnel_tell_plain(FRESNEL_EVENT_KEY, value, flags);
}

char *fresnel_copy(fresnel_text text) {
  return g_strndup(text.length == 0 ? "" : text.text, text.length);
}

int fresnel_gtk_start(const char *app_id, fresnel_event event, void *context) {
  // GL costs 100 MB and half a second at the first frame.
  g_setenv("GSK_RENDERER", "cairo", TRUE);
  g_set_prgname(app_id);
  if (!gtk_init_check()) return FRESNEL_GTK_NO_DISPLAY;
  fresnel_shim.event = event;
  fresnel_shim.context = context;
  fresnel_shim.loop = g_main_loop_new(NULL, FALSE);
  fresnel_window_make();
  return FRESNEL_GTK_STARTED;
}

void fresnel_gtk_run(void) { g_main_loop_run(fresnel_shim.loop); }

void fresnel_gtk_stop(void) { g_main_loop_quit(fresnel_shim.loop); }

static gboolean readable(gint descriptor, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  fresnel_tell_plain(FRESNEL_EVENT_READABLE, (uint64_t)descriptor, 0);
  return G_SOURCE_CONTINUE;
}

int fresnel_gtk_watch(int descriptor) {
  if (descriptor < 0) return -1;
  // Before drawing: what came is drawn in the next frame.
  g_unix_fd_add_full(G_PRIORITY_DEFAULT, descriptor, G_IO_IN, readable, NULL, NULL);
  return 0;
}

static gboolean passed(gpointer data) {
  fresnel_tell_plain(FRESNEL_EVENT_TIME, *(uint64_t *)data, 0);
  return G_SOURCE_REMOVE;
}

void fresnel_gtk_after(uint32_t milliseconds, uint64_t number) {
  uint64_t *data = g_new(uint64_t, 1);
  *data = number;
  g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, passed, data, g_free);
}

void fresnel_gtk_copy(fresnel_text text) {
  char *copy = fresnel_copy(text);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(fresnel_shim.window), copy);
  g_free(copy);
}

uint32_t fresnel_gtk_event_time(void) { return fresnel_shim.event_time; }

#endif
