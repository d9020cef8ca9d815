package io.castile.soap.envelope;

import io.castile.soap.SoapVersion;
import io.castile.soap.http.message.ErrorText;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.PassedOver;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports content of messages that is passed over and would otherwise go unnoticed: each name is
 * told once for an operation. There is one for each client or service; what it remembers is
 * bounded, whatever is sent. Thread-safe.
 */
public final class PassedOverLog {
  /** Names that are told for one operation, of elements and attributes together. */
  private static final int MAX_NAMES = 8;

  /** Namespaces of attributes that any header block may have. */
  private static final Set<String> OF_BLOCKS =
      Set.of(
          SoapVersion.SOAP_1_1.namespace(),
          SoapVersion.SOAP_1_2.namespace(),
          "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd");

  private final Map<Object, Set<String>> told = new ConcurrentHashMap<>(1);
  private final boolean strict;

  /**
   * @param strict whether messages that have such content are refused
   */
  public PassedOverLog(boolean strict) {
    this.strict = strict;
  }

  /** The passed-over parts of one message; owned by the reader of the message. */
  final class OfMessage implements PassedOver {
    private @Nullable Object operation; // named by its toString; null where the message is for none
    private boolean isFault;

    boolean isOf(PassedOverLog log) {
      return PassedOverLog.this == log;
    }

    void begin(@Nullable Object messageOperation) {
      operation = messageOperation;
      isFault = false;
    }

    /** Of the detail of a fault, of which the caller has to hear in any case: told, not refused. */
    void beginFault(Object messageOperation) {
      operation = messageOperation;
      isFault = true;
    }

    /** An encodingStyle of a literal message: where it is allowed, it means nothing. */
    void encodingStyle(XmlReader in) {
      if (strict && !isFault) {
        throw SoapEncoding.refused(in, "an encodingStyle that names it");
      }
      String path = ErrorText.shortened(in.path());
      tell("encodingStyle", "attribute encodingStyle of a literal message", path, "");
    }

    /** A further element in the body, behind the one that is read. */
    void sibling(XmlReader in) {
      if (operation == null) {
        return; // of a fault, or of a message that is read as it is
      }
      if (strict && !isFault) {
        throw in.unexpected("one element in the Body", "a further element " + in.name());
      }
      tell("further element", in.name(), List.of(), in);
    }

    @Override
    public void element(XmlReader in, Collection<XmlName> known) {
      if (strict && !isFault) {
        REFUSED.element(in, known);
      }
      tell("element", in.name(), known, in);
    }

    @Override
    public void attribute(XmlReader in, int index, Collection<XmlName> known) {
      XmlName name = in.attributeName(index);
      if (OF_BLOCKS.contains(name.uri())) {
        return; // it says which receiver must understand a block, or is referred to by a signature
      }
      if (!isFault && SoapEncoding.isReference(in, index)) {
        throw SoapEncoding.refused(in, "attribute href=\"" + in.attribute(index).toToken() + '"');
      }
      if (strict && !isFault) {
        REFUSED.attribute(in, index, known);
      }
      tell("attribute", name, known, in);
    }

    @Override
    public void text(String text, String path, long offset) {
      if (strict && !isFault) {
        REFUSED.text(text, path, offset);
      }
      String place = ErrorText.shortened(path);
      tell("text in " + place, "text between elements", place, "");
    }

    private void tell(String kind, XmlName name, Collection<XmlName> known, XmlReader in) {
      String shown = kind + ' ' + ErrorText.shortened(name.toString());
      XmlName meant = PassedOver.likely(name, known);
      String part = partReferredTo(in);
      String hint = meant == null ? "" : "; did you mean " + meant + "?";
      tell(shown, shown, ErrorText.shortened(in.path()), part == null ? hint : part);
    }

    /** Says where the data is to which the element refers; null for none. */
    private @Nullable String partReferredTo(XmlReader in) {
      for (int i = 0; i < in.attributeCount(); i++) {
        if (in.attributeName(i).local().equals("href")) {
          String reference = in.attribute(i).toToken();
          if (reference.regionMatches(true, 0, "cid:", 0, 4)) {
            return "; its data is the part '"
                + ErrorText.shortened(reference.substring(4))
                + "' of the package, which is among MessageContext.INBOUND_MESSAGE_ATTACHMENTS:"
                + " expected an Include of http://www.w3.org/2004/08/xop/include in the element";
          }
        }
      }
      return null;
    }

    /**
     * @param key told once
     * @param hint behind all else; may be empty
     */
    private void tell(String key, String shown, String path, String hint) {
      if (operation == null) {
        return;
      }
      Set<String> names = told.computeIfAbsent(operation, o -> ConcurrentHashMap.newKeySet());
      int before = names.size();
      if (before >= MAX_NAMES || !names.add(key)) {
        return;
      }
      Logger log = LoggerFactory.getLogger(PassedOverLog.class);
      log.warn(
          "{} passed over at {} in a message of operation {}{}{}",
          shown,
          path,
          operation,
          hint,
          before == MAX_NAMES - 1 ? "; no more are told for this operation" : "");
    }
  }
}
