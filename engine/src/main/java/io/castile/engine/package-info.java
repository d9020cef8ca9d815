/**
 * What the front door is made of and nothing outside sees: the links for templates and sessions,
 * and asynchronous calls.
 */
package io.castile.engine;
