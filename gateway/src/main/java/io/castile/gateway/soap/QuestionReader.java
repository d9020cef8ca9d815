package io.castile.gateway.soap;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.HeaderReader;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what requests ask. Nothing behind the start of the body's element is read. Thread-safe. */
public final class QuestionReader {
  static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";
  private static final String ANONYMOUS = ADDRESSING + "/anonymous";
  private static final String NONE = ADDRESSING + "/none";

  /** The message addressing properties of a request (WS-Addressing 1.0 Core §3.2). */
  private static final Set<String> PROPERTIES =
      Set.of("Action", "FaultTo", "From", "MessageID", "ReplyTo", "To");

  private final HeaderReader headers = new HeaderReader(XmlLimits.DEFAULT);
  private final IdleReaders readers = new IdleReaders();

  /**
   * Reads a request.
   *
   * @param charset the encoding that the transport names; null for none
   * @return null if it is no envelope with an element in its body
   */
  public @Nullable Question read(byte[] message, @Nullable String charset) {
    try {
      XmlReader in = readers.open(message, charset);
      try {
        return read(in, message, charset);
      } finally {
        readers.release(in);
      }
    } catch (XmlException | NotCacheableException e) {
      return null; // the origin says what is wrong with it
    }
  }

  private @Nullable Question read(XmlReader in, byte[] message, @Nullable String charset) {
    XmlName envelope = in.nextChild(null);
    if (envelope == null || !envelope.local().equals("Envelope")) {
      return null;
    }
    SoapVersion version = SoapVersion.ofNamespace(envelope.uri());
    if (version == null) {
      return null;
    }
    XmlName child = in.nextChild(null);
    boolean hasBlocks = false;
    Question.Addressing addressing = null;
    if (child != null && is(child, version, "Header")) {
      AddressingReader found = new AddressingReader();
      for (XmlName block = in.nextChild(null); block != null; block = in.nextChild(null)) {
        hasBlocks = true;
        found.take(block, in);
      }
      addressing = found.isEmpty ? null : found.result();
      child = in.nextChild(null);
    }
    if (child == null || !is(child, version, "Body")) {
      return null;
    }
    XmlName first = in.nextChild(null);
    if (first == null) {
      return null;
    }
    List<HeaderBlock> blocks =
        hasBlocks ? headers.read(message, charset, name -> false) : List.of();
    return new Question(version, first.toQName(), blocks, addressing);
  }

  private static boolean is(XmlName name, SoapVersion version, String local) {
    return name.local().equals(local) && name.uri().equals(version.namespace());
  }

  /** Gathers the blocks of WS-Addressing. */
  private static final class AddressingReader {
    private String messageId = "";
    private String action = "";
    private String to = "";
    private boolean isAnsweredHere = true;
    private boolean isEmpty = true;
    private @Nullable String oddity; // null for none
    private final Set<String> seen = new HashSet<>();

    /** Reads a block to its end. */
    void take(XmlName block, XmlReader in) {
      if (!block.uri().equals(ADDRESSING)) {
        in.skipElement();
        return;
      }
      isEmpty = false;
      if (!PROPERTIES.contains(block.local())) {
        oddity = "WS-Addressing has no header block " + block.local();
      } else if (!seen.add(block.local())) {
        oddity = "the header block " + block.local() + " of WS-Addressing is there twice";
      } else if (isAimed(in)) {
        oddity = "the header block " + block.local() + " of WS-Addressing has unusual attributes";
      }
      switch (block.local()) {
        case "MessageID" -> messageId = in.readText().toToken();
        case "Action" -> action = in.readText().toString();
        case "To" -> to = in.readText().toString();
        case "ReplyTo", "FaultTo" -> endpoint(in);
        default -> in.skipElement();
      }
    }

    /** Whether a block may be meant for another node: by a role, or something unknown. */
    private static boolean isAimed(XmlReader in) {
      for (int i = 0; i < in.attributeCount(); i++) {
        XmlName name = in.attributeName(i);
        boolean isKnown =
            name.local().equals("mustUnderstand")
                || (name.local().equals("Id") && name.uri().endsWith("-utility-1.0.xsd"));
        if (!isKnown) {
          return true;
        }
      }
      return false;
    }

    private void endpoint(XmlReader in) {
      for (XmlName child = in.nextChild(null); child != null; child = in.nextChild(null)) {
        if (child.uri().equals(ADDRESSING) && child.local().equals("Address")) {
          String address = in.readText().toToken();
          isAnsweredHere &= address.equals(ANONYMOUS) || address.equals(NONE);
        } else {
          // Reference parameters come back as header blocks of the answer.
          isAnsweredHere &= !child.local().equals("ReferenceParameters");
          in.skipElement();
        }
      }
    }

    Question.Addressing result() {
      return new Question.Addressing(messageId, action, to, isAnsweredHere, oddity);
    }
  }
}
