/** The key of a template: an operation and a direction. */
@NullMarked
package io.castile.template.key;

import org.jspecify.annotations.NullMarked;
