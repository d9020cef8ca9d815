/**
 * Reading by difference: the values that were read of the last messages serve for the parts of the
 * next one that are equal.
 */
@NullMarked
package io.castile.template.read;

import org.jspecify.annotations.NullMarked;
