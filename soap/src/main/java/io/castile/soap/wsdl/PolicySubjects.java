package io.castile.soap.wsdl;

import java.util.List;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Where a description has the policies of a port.
 *
 * @param documents the description, with what it imports; none where there is none
 * @param elements whose policies hold: the port, its binding, its port type
 */
public record PolicySubjects(List<Document> documents, List<Element> elements) {
  /** The subjects where there is no description. */
  static final PolicySubjects NONE = new PolicySubjects(List.of(), List.of());
}
