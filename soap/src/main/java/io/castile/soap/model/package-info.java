/**
 * A service as its annotated interface describes it: operations, messages, parts, faults, and the
 * codecs that they are bound to.
 */
@NullMarked
package io.castile.soap.model;

import org.jspecify.annotations.NullMarked;
