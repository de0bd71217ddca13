#include "Shim.h"

#ifdef FRESNEL_DESKTOP

/// The width of the window, in pixels of the desktop's scale.
enum { WIDTH = 640 };

static void focus_changed(GObject *window, GParamSpec *property, gpointer data) {
  (void)property, (void)data;
  fresnel_tell_plain(FRESNEL_EVENT_FOCUS, gtk_window_is_active(GTK_WINDOW(window)) ? 1 : 0, 0);
}

static gboolean close_requested(GtkWindow *window, gpointer data) {
  (void)window, (void)data;
  fresnel_tell_plain(FRESNEL_EVENT_CLOSED, 0, 0);
  return TRUE;
}

/// Comes before all others, also for keys that the field takes for itself, as it does Enter. What a key opens gets the
/// time of that key.
static gboolean note_time(
    GtkEventControllerKey *controller, guint value, guint code, GdkModifierType held, gpointer data) {
  (void)value, (void)code, (void)held, (void)data;
  fresnel_shim.event_time = gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(controller));
  return FALSE;
}

void fresnel_window_make(void) {
  GtkWidget *window = gtk_window_new();
  fresnel_style_add(window);
  gtk_window_set_title(GTK_WINDOW(window), "Fresnel");
  gtk_window_set_icon_name(GTK_WINDOW(window), g_get_prgname());
  gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
  // The height follows that of the rows.
  gtk_window_set_resizable(GTK_WINDOW(window), FALSE);
  gtk_window_set_hide_on_close(GTK_WINDOW(window), TRUE);
  gtk_widget_set_size_request(window, WIDTH, -1);

  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(box), fresnel_field_make());
  gtk_box_append(GTK_BOX(box), fresnel_rows_make());
  gtk_box_append(GTK_BOX(box), fresnel_message_make());
  gtk_window_set_child(GTK_WINDOW(window), box);

  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(note_time), NULL);
  gtk_widget_add_controller(window, keys);
  g_signal_connect(window, "notify::is-active", G_CALLBACK(focus_changed), NULL);
  g_signal_connect(window, "close-request", G_CALLBACK(close_requested), NULL);
  fresnel_shim.window = window;
}

void fresnel_window_show(const char *token) {
  GtkWindow *window = GTK_WINDOW(fresnel_shim.window);
  // A window that is mapped already gets no focus from some compositors.
  gtk_widget_hide(GTK_WIDGET(window));
  if (token != NULL) gtk_window_set_startup_id(window, token);
  gtk_window_present(window);
}

void fresnel_window_hide(void) { gtk_widget_hide(fresnel_shim.window); }

int fresnel_window_is_shown(void) { return gtk_widget_get_visible(fresnel_shim.window); }

#endif
