// Placeholder so that the empty target builds; its owner deletes it.
