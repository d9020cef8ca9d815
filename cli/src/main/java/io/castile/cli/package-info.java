/** The {@code castile} command. */
package io.castile.cli;
