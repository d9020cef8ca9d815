package io.castile.wsdl.tree;

import javax.xml.namespace.QName;

/**
 * An attribute of an element, without declarations of namespaces.
 *
 * @param name of the attribute
 * @param value as the parser gives it
 */
public record Attribute(QName name, String value) {}
