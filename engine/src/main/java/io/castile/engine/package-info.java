/**
 * What the front door is made of and nothing outside sees: the links for templates and sessions,
 * and asynchronous calls.
 */
@NullMarked
package io.castile.engine;

import org.jspecify.annotations.NullMarked;
