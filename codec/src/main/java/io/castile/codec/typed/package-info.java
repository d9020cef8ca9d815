/**
 * Messages as columns: the values of all beans of one class, property by property, without XML. Two
 * ends that bind one message alike may exchange columns in place of its text.
 */
@NullMarked
package io.castile.codec.typed;

import org.jspecify.annotations.NullMarked;
