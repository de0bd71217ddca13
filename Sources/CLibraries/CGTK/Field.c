#include "Shim.h"

#ifdef FRESNEL_DESKTOP

#include <string.h>

static GtkText *inner(void) { return GTK_TEXT(gtk_editable_get_delegate(GTK_EDITABLE(fresnel_shim.field))); }

static void changed(GtkEditable *field, gpointer data) {
  (void)data;
  if (fresnel_shim.is_setting) return;
  const char *text = gtk_editable_get_text(field);
  fresnel_tell(FRESNEL_EVENT_TYPED, 0, 0, (fresnel_text){text, (uint32_t)strlen(text)});
}

/// Comes behind the field's own keys and those of input methods.
static gboolean pressed(
    GtkEventControllerKey *controller, guint value, guint code, GdkModifierType held, gpointer data) {
  (void)controller, (void)code, (void)data;
  return fresnel_tell_key(value, held, 0) == FRESNEL_ANSWER_TAKEN;
}

/// The field takes Enter itself, and says so.
static void activated(GtkEntry *field, gpointer data) {
  (void)field, (void)data;
  fresnel_tell_plain(FRESNEL_EVENT_KEY, GDK_KEY_Return, 0);
}

GtkWidget *fresnel_field_make(void) {
  GtkWidget *field = gtk_entry_new();
  GtkEntry *entry = GTK_ENTRY(field);
  gtk_entry_set_icon_from_icon_name(entry, GTK_ENTRY_ICON_PRIMARY, "system-search-symbolic");
  gtk_entry_set_icon_activatable(entry, GTK_ENTRY_ICON_PRIMARY, FALSE);
  gtk_entry_set_placeholder_text(entry, "Search");
  // More is never searched for.
  gtk_entry_set_max_length(entry, 4096);
  // Nothing typed is completed or learnt from elsewhere.
  gtk_entry_set_input_hints(entry, GTK_INPUT_HINT_PRIVATE | GTK_INPUT_HINT_NO_EMOJI);
  gtk_accessible_update_property(GTK_ACCESSIBLE(field), GTK_ACCESSIBLE_PROPERTY_LABEL, "Search", -1);
  g_signal_connect(field, "changed", G_CALLBACK(changed), NULL);
  g_signal_connect(field, "activate", G_CALLBACK(activated), NULL);
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_BUBBLE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(pressed), NULL);
  gtk_widget_add_controller(field, keys);
  fresnel_shim.field = field;
  return field;
}

gboolean fresnel_field_forward(GtkEventController *controller) {
  gtk_text_grab_focus_without_selecting(inner());
  gtk_editable_set_position(GTK_EDITABLE(fresnel_shim.field), -1);
  return gtk_event_controller_key_forward(GTK_EVENT_CONTROLLER_KEY(controller), GTK_WIDGET(inner()));
}

void fresnel_field_set(fresnel_text text) {
  GtkEditable *field = GTK_EDITABLE(fresnel_shim.field);
  char *copy = fresnel_copy(text);
  fresnel_shim.is_setting = TRUE;
  // Turned off and on, it forgets what was typed before: Ctrl+Z brings no earlier search back.
  gtk_editable_set_enable_undo(field, FALSE);
  gtk_editable_set_text(field, copy);
  gtk_editable_set_enable_undo(field, TRUE);
  fresnel_shim.is_setting = FALSE;
  gtk_editable_set_position(field, -1);
  g_free(copy);
}

void fresnel_field_focus(int selects_all) {
  if (selects_all) {
    gtk_widget_grab_focus(fresnel_shim.field);
  } else {
    gtk_text_grab_focus_without_selecting(inner());
  }
}

#endif
