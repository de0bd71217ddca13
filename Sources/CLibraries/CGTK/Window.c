#include "Shim.h"

#ifdef FRESNEL_DESKTOP

/// The width of the window, in pixels of the desktop's scale.
enum { WIDTH = 640 };

static const char *const style =
    ".fresnel entry { font-size: 140%; min-height: 44px; margin: 8px; }"
    ".fresnel list { background: none; }"
    ".fresnel row { padding: 6px 16px; }"
    ".fresnel row .title { font-size: 105%; }"
    ".fresnel row .detail, .fresnel row .badge, .fresnel .message { opacity: .65; font-size: 90%; }"
    ".fresnel .message { margin: 6px 16px 10px; }";

static void focus_changed(GObject *window, GParamSpec *property, gpointer data) {
  (void)property, (void)data;
  fresnel_tell_plain(FRESNEL_EVENT_FOCUS, gtk_window_is_active(GTK_WINDOW(window)) ? 1 : 0, 0);
}

static gboolean close_requested(GtkWindow *window, gpointer data) {
  (void)window, (void)data;
  fresnel_tell_plain(FRESNEL_EVENT_CLOSED, 0, 0);
  return TRUE;
}

void fresnel_window_make(void) {
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, style, -1);
  gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);

  GtkWidget *window = gtk_window_new();
  gtk_widget_add_css_class(window, "fresnel");
  gtk_window_set_title(GTK_WINDOW(window), "Fresnel");
  gtk_window_set_icon_name(GTK_WINDOW(window), g_get_prgname());
  gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
  // The height follows that of the rows.
  gtk_window_set_resizable(GTK_WINDOW(window), FALSE);
  gtk_window_set_hide_on_close(GTK_WINDOW(window), TRUE);

  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_size_request(box, WIDTH, -1);
  gtk_box_append(GTK_BOX(box), fresnel_field_make());
  gtk_box_append(GTK_BOX(box), fresnel_rows_make());
  GtkWidget *message = gtk_label_new("");
  gtk_widget_add_css_class(message, "message");
  gtk_label_set_xalign(GTK_LABEL(message), 0);
  gtk_label_set_wrap(GTK_LABEL(message), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(message), 60);
  gtk_widget_set_visible(message, FALSE);
  gtk_box_append(GTK_BOX(box), message);
  gtk_window_set_child(GTK_WINDOW(window), box);

  g_signal_connect(window, "notify::is-active", G_CALLBACK(focus_changed), NULL);
  g_signal_connect(window, "close-request", G_CALLBACK(close_requested), NULL);
  fresnel_shim.window = window;
  fresnel_shim.message = message;
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

void fresnel_window_set_message(fresnel_text text) {
  char *copy = fresnel_copy(text);
  gtk_label_set_text(GTK_LABEL(fresnel_shim.message), copy);
  gtk_widget_set_visible(fresnel_shim.message, text.length > 0);
  g_free(copy);
}

#endif
