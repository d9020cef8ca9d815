package io.castile.wsdl.tree;

/** The content of an element: elements, and texts that are more than white space. */
public sealed interface Content permits Element, Text {}
