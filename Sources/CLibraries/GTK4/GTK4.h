#pragma once

// Empty, so that what depends on CGTK does not parse GTK's headers.
