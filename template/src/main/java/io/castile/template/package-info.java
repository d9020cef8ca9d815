/** Saved messages with their field table: the next one is written by its changes. */
@NullMarked
package io.castile.template;

import org.jspecify.annotations.NullMarked;
