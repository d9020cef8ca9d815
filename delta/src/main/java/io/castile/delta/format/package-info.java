/**
 * The delta format: messages split into fields, and the coding of the difference between two of
 * them.
 */
@NullMarked
package io.castile.delta.format;

import org.jspecify.annotations.NullMarked;
