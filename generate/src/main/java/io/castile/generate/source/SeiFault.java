package io.castile.generate.source;

import io.castile.generate.bean.JavaType;
import io.castile.wsdl.model.internal.Part;
import javax.xml.namespace.QName;

/**
 * An exception that stands for a fault.
 *
 * @param className its full name
 * @param part the one of its message
 * @param element of the detail
 * @param type of what is in the detail
 * @param documentation what the author says of the message; may be empty
 */
record SeiFault(String className, Part part, QName element, JavaType type, String documentation) {}
