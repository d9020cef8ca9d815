/**
 * The tools beside documents that modules of Castile share: DOM trees, threads, and parts of
 * exported objects.
 */
@NullMarked
package io.castile.xml.internal;

import org.jspecify.annotations.NullMarked;
