/**
 * Values as texts and elements: simple types, adapters, wildcards and attachments, and the context
 * of one read or write. Code that is generated for beans uses these types; they have no
 * compatibility promise.
 */
@NullMarked
package io.castile.codec.value;

import org.jspecify.annotations.NullMarked;
