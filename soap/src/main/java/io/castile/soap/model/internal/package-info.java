/**
 * How a service is read from its interface or from a description: messages, parts, faults, and the
 * codecs that they are bound to.
 */
@NullMarked
package io.castile.soap.model.internal;

import org.jspecify.annotations.NullMarked;
