package io.castile.wsdl.schema;

import io.castile.wsdl.tree.Element;

/**
 * A schema document, as one namespace has it: what several include that has no namespace of its
 * own, each has for itself (XML Schema part 1 §4.2.1).
 *
 * @param root its outermost element
 * @param namespace of what it defines; may be empty
 */
record SchemaDocument(Element root, String namespace) {}
