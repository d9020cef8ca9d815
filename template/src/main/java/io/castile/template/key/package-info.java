/** What a template is kept for: an operation and a direction. */
@NullMarked
package io.castile.template.key;

import org.jspecify.annotations.NullMarked;
