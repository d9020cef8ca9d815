/** Saved messages with their field table: the next one is written, and read, by its changes. */
package io.castile.template;
