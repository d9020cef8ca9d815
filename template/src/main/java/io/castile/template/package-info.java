/** Saved messages with their field table: the next one is written by its changes. */
package io.castile.template;
