/** The nodes by which tracked objects report their changes. */
@NullMarked
package io.castile.template.tracked.internal;

import org.jspecify.annotations.NullMarked;
