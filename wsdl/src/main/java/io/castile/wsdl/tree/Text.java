package io.castile.wsdl.tree;

/**
 * Characters in an element.
 *
 * @param value the characters
 */
public record Text(String value) implements Content {}
