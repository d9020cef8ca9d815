/** What {@code castile explain} says of messages. */
package io.castile.cli.explain;
