package io.castile.generate.bean;

import javax.xml.namespace.QName;

/**
 * An element around which there is a wrapper.
 *
 * @param name of the element
 * @param type of its values
 */
public record WrappedElement(QName name, JavaType type) {}
