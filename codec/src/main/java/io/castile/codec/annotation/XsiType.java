package io.castile.codec.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import javax.xml.XMLConstants;

/**
 * The name that {@code xsi:type} gives for the text of a parameter, or of a method's result, in
 * SOAP encoding (SOAP 1.1 §5.1): of the items, where it is an array or a list. It says what {@code
 * XmlSchemaType} says on a property, which cannot stand on a parameter.
 *
 * <pre>{@code
 * void book(@WebParam(name = "day") @XsiType("date") XMLGregorianCalendar day);
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.METHOD})
public @interface XsiType {
  /** The local name of the schema type. */
  String value();

  /** The namespace of the schema type; that of XML Schema unless given. */
  String namespace() default XMLConstants.W3C_XML_SCHEMA_NS_URI;
}
