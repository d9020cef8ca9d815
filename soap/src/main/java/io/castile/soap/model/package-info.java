/**
 * A service as its annotated interface describes it: operations, messages, parts, faults, and the
 * codecs that they are bound to.
 */
package io.castile.soap.model;
