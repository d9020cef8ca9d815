/**
 * The delta format: messages split into fields, and the coding of the difference between two of
 * them.
 */
package io.castile.delta.format;
