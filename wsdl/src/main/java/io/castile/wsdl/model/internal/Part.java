package io.castile.wsdl.model.internal;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A part of a message (WSDL 1.1 §2.3): an element of a schema, or a name and a type.
 *
 * @param name of the part
 * @param element its element; null where it has a type
 * @param type its type; null where it has an element
 */
public record Part(String name, @Nullable QName element, @Nullable QName type) {}
