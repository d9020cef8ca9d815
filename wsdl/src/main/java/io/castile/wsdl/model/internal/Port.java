package io.castile.wsdl.model.internal;

/**
 * The endpoint of a service with its binding (WSDL 1.1 §2.6).
 *
 * @param name of the port
 * @param documentation what its author says of it; may be empty
 * @param binding how it is called
 * @param address where; empty where the description does not say
 */
public record Port(String name, String documentation, Binding binding, String address) {}
