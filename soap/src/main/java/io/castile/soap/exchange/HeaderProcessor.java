package io.castile.soap.exchange;

import javax.xml.namespace.QName;

/**
 * An interceptor that sees to header blocks of a protocol, so that messages with such blocks that
 * must be understood (SOAP 1.1 §4.2.3; SOAP 1.2 part 1 §5.2.3) are let in.
 */
public interface HeaderProcessor extends Interceptor {
  /** Whether this sees to blocks of that name, in every message that it lets pass. */
  boolean understands(QName block);

  /** Returns true: a header processor reads header blocks. */
  @Override
  default boolean needsBytes() {
    return true;
  }
}
