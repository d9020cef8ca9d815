package io.castile.cache.graph;

import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** The bytes that a DOM takes, estimated from the JDK's implementation. */
final class NodeSizes {
  private static final int DOCUMENT = 600;
  private static final int NODE = 120;

  private NodeSizes() {}

  /** The size of the node's tree and of a document for it. */
  static long of(Node node) {
    return DOCUMENT + tree(node);
  }

  private static long tree(Node node) {
    long bytes = NODE;
    if (node.getNodeValue() != null) {
      bytes +=
          ObjectLayout.object(1, 6) + ObjectLayout.array(byte.class, node.getNodeValue().length());
    }
    NamedNodeMap attributes = node.getAttributes();
    for (int i = 0; attributes != null && i < attributes.getLength(); i++) {
      bytes += tree(attributes.item(i));
    }
    for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
      bytes += tree(child);
    }
    return bytes;
  }
}
