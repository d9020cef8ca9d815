/** What the entries of a field table are, and what they refer to. */
@NullMarked
package io.castile.template.entry;

import org.jspecify.annotations.NullMarked;
