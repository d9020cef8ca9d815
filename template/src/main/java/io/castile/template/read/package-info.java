/**
 * Reading by difference: what was read of the last messages serves for the parts of the next one
 * that are equal.
 */
@NullMarked
package io.castile.template.read;

import org.jspecify.annotations.NullMarked;
