/**
 * Templates: saved messages with their field table, written again by their changes, and the store
 * that lends them.
 */
@NullMarked
package io.castile.template.internal;

import org.jspecify.annotations.NullMarked;
