/** The entries of a field table, and their references. */
@NullMarked
package io.castile.template.entry;

import org.jspecify.annotations.NullMarked;
