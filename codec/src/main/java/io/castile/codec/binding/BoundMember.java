package io.castile.codec.binding;

/**
 * A bound field, or pair of getter and setter, before its annotations are interpreted.
 *
 * @param name the property name in Java
 * @param accessor how its value is reached
 * @param annotations what stands on it
 */
public record BoundMember(String name, Accessor accessor, Annotations annotations) {}
