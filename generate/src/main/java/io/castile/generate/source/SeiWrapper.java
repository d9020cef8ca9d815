package io.castile.generate.source;

import javax.xml.namespace.QName;

/**
 * The element around parameters.
 *
 * @param element its name
 * @param className the full name of its bean
 */
record SeiWrapper(QName element, String className) {}
