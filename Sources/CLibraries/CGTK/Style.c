#include "Shim.h"

#ifdef FRESNEL_DESKTOP

// Colours are those of the desktop's theme, so that dark and high-contrast themes hold here too.

/// Titles stand under the text that is typed, icons under the field's, with the window's 8 pixels around everything.
static const char *const style =
    "window.fresnel { border: 1px solid alpha(currentColor, .25); }"
    "window.fresnel.rounded { border-radius: 12px; }"
    ".fresnel entry { font-size: 140%; min-height: 44px; margin: 8px; padding-left: 12px; }"
    ".fresnel entry > image { margin-right: 19px; }"
    ".fresnel scrolledwindow { margin-bottom: 8px; }"
    ".fresnel list { background: none; }"
    ".fresnel row { padding: 6px 12px; margin: 0 8px; border-radius: 6px; }"
    ".fresnel row .title { font-size: 105%; }"
    ".fresnel row .detail, .fresnel .message label { font-size: 90%; }"
    ".fresnel row .detail, .fresnel row .badge, .fresnel .message label { opacity: .7; }"
    ".fresnel row .badge { font-size: 80%; min-width: 12px; padding: 1px 4px; border-radius: 4px;"
    "  border: 1px solid alpha(currentColor, .4); }"
    // The row that matters most is to be read best.
    ".fresnel row:selected .detail, .fresnel row:selected .badge { opacity: 1; }"
    ".fresnel .message { margin: 0 20px 12px; }"
    ".fresnel .message button { font-size: 90%; padding: 2px 8px; }"
    ".fresnel.contrast row .detail, .fresnel.contrast row .badge, .fresnel.contrast .message label { opacity: 1; }";

void fresnel_style_add(GtkWidget *window) {
  GdkDisplay *display = gtk_widget_get_display(window);
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, style, -1);
  gtk_style_context_add_provider_for_display(
      display, GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);
  gtk_widget_add_css_class(window, "fresnel");
  // Where nobody blends windows, what is outside the corners is black.
  if (gdk_display_is_composited(display) && gdk_display_is_rgba(display)) gtk_widget_add_css_class(window, "rounded");
}

void fresnel_gtk_set_look(uint32_t look) {
  GtkSettings *settings = gtk_settings_get_default();
  gboolean is_dark = (look & FRESNEL_LOOK_DARK) != 0;
  gboolean has_contrast = (look & FRESNEL_LOOK_CONTRAST) != 0;
  if (look & FRESNEL_LOOK_DARK_IS_KNOWN) {
    g_object_set(settings, "gtk-application-prefer-dark-theme", is_dark, NULL);
  } else {
    gtk_settings_reset_property(settings, "gtk-application-prefer-dark-theme");
  }
  if (has_contrast) {
    g_object_set(settings, "gtk-theme-name", "Default-hc", NULL);
    gtk_widget_add_css_class(fresnel_shim.window, "contrast");
  } else {
    gtk_settings_reset_property(settings, "gtk-theme-name");
    gtk_widget_remove_css_class(fresnel_shim.window, "contrast");
  }
}

#endif
