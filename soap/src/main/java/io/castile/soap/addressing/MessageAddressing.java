package io.castile.soap.addressing;

import io.castile.soap.SoapHeader;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The message addressing properties of a request (WS-Addressing 1.0 Core §3.1), or what is wrong
 * with them.
 *
 * @param present whether there are any
 * @param action null where it is absent
 * @param messageId null where it is absent
 * @param replyTo where answers go; {@link ReplyEndpoint#ANONYMOUS} where it is absent
 * @param faultTo where faults go; as answers where it is absent
 * @param fault what is wrong; null for nothing. Properties that are wrong are as if absent.
 */
record MessageAddressing(
    boolean present,
    @Nullable String action,
    @Nullable String messageId,
    ReplyEndpoint replyTo,
    ReplyEndpoint faultTo,
    @Nullable AddressingFault fault) {
  /** Longer properties are refused: the answer repeats some of them. */
  static final int MAX_LENGTH = 4096;

  private static final int MAX_SHOWN = 200;

  static MessageAddressing of(List<SoapHeader> headers) {
    Reader in = new Reader(headers);
    in.text(Wsa.TO);
    in.endpoint(Wsa.FROM);
    String action = in.text(Wsa.ACTION);
    String messageId = in.text(Wsa.MESSAGE_ID);
    ReplyEndpoint replyTo =
        Objects.requireNonNullElse(in.endpoint(Wsa.REPLY_TO), ReplyEndpoint.ANONYMOUS);
    ReplyEndpoint faultTo = Objects.requireNonNullElse(in.endpoint(Wsa.FAULT_TO), replyTo);
    boolean present = headers.stream().anyMatch(each -> Wsa.BLOCKS.contains(each.name()));
    if (present && action == null && in.fault == null) {
      in.fault = AddressingFault.required(Wsa.ACTION);
    }
    return new MessageAddressing(present, action, messageId, replyTo, faultTo, in.fault);
  }

  /** Names from a message are repeated only up to a length that suits a fault. */
  static String shortened(String found) {
    return found.length() <= MAX_SHOWN ? found : found.substring(0, MAX_SHOWN) + "…";
  }

  /** Reads blocks, and keeps the first thing that is wrong. */
  private static final class Reader {
    private final List<SoapHeader> headers;
    private @Nullable AddressingFault fault;

    Reader(List<SoapHeader> headers) {
      this.headers = headers;
    }

    /** The one block of that name, or null. */
    private @Nullable SoapHeader block(QName name) {
      SoapHeader found = null;
      for (SoapHeader header : headers) {
        if (header.name().equals(name)) {
          if (found != null) {
            return wrong(name, "InvalidCardinality");
          }
          found = header;
        }
      }
      return found;
    }

    /** Notes what is wrong. Returns null, which is no block, and no text. */
    private <T> @Nullable T wrong(QName name, @Nullable String why) {
      if (fault == null) {
        fault = AddressingFault.invalid(name, why);
      }
      return null;
    }

    @Nullable String text(QName name) {
      SoapHeader block = block(name);
      if (block == null) {
        return null;
      }
      String text = block.text().strip();
      return text.isEmpty() || text.length() > MAX_LENGTH ? wrong(name, null) : text;
    }

    /** An endpoint reference. */
    @Nullable ReplyEndpoint endpoint(QName name) {
      SoapHeader block = block(name);
      if (block == null) {
        return null;
      }
      String address = null;
      Element parameters = null;
      for (Node child = block.element().getFirstChild();
          child != null;
          child = child.getNextSibling()) {
        if (child instanceof Element element
            && Wsa.NAMESPACE.equals(element.getNamespaceURI())
            && element.getLocalName().equals("Address")) {
          if (address != null) {
            return wrong(name, "InvalidEPR");
          }
          address = element.getTextContent().strip();
        } else if (child instanceof Element element
            && Wsa.NAMESPACE.equals(element.getNamespaceURI())
            && element.getLocalName().equals("ReferenceParameters")) {
          if (parameters != null) {
            return wrong(name, "InvalidEPR");
          }
          parameters = element;
        }
      }
      if (address == null) {
        return wrong(name, "MissingAddressInEPR");
      }
      if (address.isEmpty() || address.length() > MAX_LENGTH) {
        return wrong(name, "InvalidAddress");
      }
      List<SoapHeader> blocks = ReplyEndpoint.blocks(parameters);
      return blocks == null ? wrong(name, "InvalidEPR") : new ReplyEndpoint(address, blocks);
    }
  }
}
