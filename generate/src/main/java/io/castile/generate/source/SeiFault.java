package io.castile.generate.source;

import io.castile.generate.bean.JavaType;
import javax.xml.namespace.QName;

/**
 * An exception that stands for a fault.
 *
 * @param className its full name
 * @param element of the detail
 * @param type of what is in the detail
 * @param documentation what the author says of the message; may be empty
 */
record SeiFault(String className, QName element, JavaType type, String documentation) {}
