/** Objects of applications that tell what has changed in them. */
@NullMarked
package io.castile.template.tracked;

import org.jspecify.annotations.NullMarked;
