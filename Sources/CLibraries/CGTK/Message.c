#include "Shim.h"

#ifdef FRESNEL_DESKTOP

static GtkWidget *line, *label, *button;

static void clicked(GtkButton *source, gpointer data) {
  (void)source, (void)data;
  fresnel_tell_plain(FRESNEL_EVENT_OFFER, 0, 0);
}

GtkWidget *fresnel_message_make(void) {
  label = gtk_label_new("");
  gtk_widget_set_hexpand(label, TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  // A path has no spaces to break at.
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 40);
  button = gtk_button_new_with_label("");
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  // The keyboard stays with the field and the rows; a key does the same.
  gtk_widget_set_can_focus(button, FALSE);
  g_signal_connect(button, "clicked", G_CALLBACK(clicked), NULL);
  line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class(line, "message");
  gtk_box_append(GTK_BOX(line), label);
  gtk_box_append(GTK_BOX(line), button);
  gtk_widget_set_visible(line, FALSE);
  return line;
}

void fresnel_message_set(fresnel_text text, fresnel_text offer) {
  char *copy = fresnel_copy(text);
  gtk_label_set_text(GTK_LABEL(label), copy);
  g_free(copy);
  copy = fresnel_copy(offer);
  gtk_button_set_label(GTK_BUTTON(button), copy);
  g_free(copy);
  gtk_widget_set_visible(button, offer.length > 0);
  gtk_widget_set_visible(line, text.length > 0);
}

#endif
