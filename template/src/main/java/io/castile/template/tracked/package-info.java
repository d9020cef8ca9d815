/** Objects of applications that report their changes to templates. */
@NullMarked
package io.castile.template.tracked;

import org.jspecify.annotations.NullMarked;
