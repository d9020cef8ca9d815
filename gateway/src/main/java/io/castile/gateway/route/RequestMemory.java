package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.key.HeaderBlock;
import io.castile.cache.key.RequestAttributes;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.soap.GetQuestion;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.castile.gateway.soap.PartQuestion;
import io.castile.gateway.soap.Question;
import io.castile.gateway.soap.QuestionReader;
import io.castile.gateway.soap.RequestForm;
import io.castile.soap.SoapVersion;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * What requests were found to be, so that one whose very bytes came before is not read (the total
 * caching of Devaram and Andresen, before any service). Bounded; thread-safe.
 */
final class RequestMemory {
  private static final long MAX_BYTES = 32L << 20;

  /** Larger requests are read each time. */
  private static final int MAX_CONTENT_BYTES = 64 << 10;

  private static final byte[] NOTHING = {};
  private static final AsciiString SOAP_ACTION = AsciiString.cached("soapaction");

  private final QuestionReader reader = new QuestionReader();
  private final Cache<RawRequest, KnownRequest> known =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .weigher((RawRequest raw, KnownRequest request) -> 2 * raw.weight())
          .executor(Runnable::run)
          .build();

  /** Returns what a request is; reads it unless the same has come before. */
  KnownRequest find(Route route, RequestHead head, byte[] content) {
    RawRequest raw = RawRequest.of(route, head, content);
    MediaType type = MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE));
    if (PartPackage.isType(type)) { // whose bytes are others each time, mostly
      return readParts(route, raw, head, type);
    }
    KnownRequest found = known.getIfPresent(raw);
    if (found != null) {
      return found;
    }
    KnownRequest read = read(raw, head, type);
    Question question = read.question();
    boolean comesAgain =
        question != null
            && (question.addressing() == null || question.addressing().messageId().isEmpty());
    if (comesAgain && content.length <= MAX_CONTENT_BYTES) {
      known.put(raw, read);
    }
    return read;
  }

  /** Returns what a request by HTTP GET is; it has a question. */
  KnownRequest find(Route route, RequestHead head, GetQuestion asked) {
    RawRequest raw = RawRequest.of(route, head, NOTHING);
    KnownRequest found = known.getIfPresent(raw);
    if (found == null) {
      Question question =
          new Question(SoapVersion.SOAP_1_1, new QName(asked.operation()), List.of(), null);
      found =
          new KnownRequest(
              question,
              "",
              MediaType.NONE,
              facts(raw, head, question, null),
              GetForm.of(asked, head),
              null);
      known.put(raw, found);
    }
    return found;
  }

  private KnownRequest readParts(Route route, RawRequest raw, RequestHead head, MediaType type) {
    List<String> types = head.fields().getAll(HttpHeaderNames.CONTENT_TYPE);
    PartPackage parts = types.size() == 1 ? PartPackage.read(raw.content(), types.get(0)) : null;
    String action = action(head, type);
    if (parts == null) {
      return new KnownRequest(null, action, type, facts(raw, head, null, null), null, null);
    }
    PartQuestion asked = PartQuestion.of(parts);
    Question question = reader.read(asked.document(), asked.charset());
    List<String> soapActions = head.fields().getAll(SOAP_ACTION);
    KeyForm form = PartsForm.of(asked, route.rest(head), action + "\n" + soapActions);
    String oddity = RequestForm.oddityOf(types, soapActions, parts);
    return new KnownRequest(question, action, type, facts(raw, head, question, oddity), form, null);
  }

  private static String action(RequestHead head, MediaType type) {
    return type.parameters().containsKey("action")
        ? type.parameters().get("action")
        : MediaType.unquoted(head.fields().get(SOAP_ACTION, "").strip());
  }

  private KnownRequest read(RawRequest raw, RequestHead head, MediaType type) {
    String action = action(head, type);
    Question question = reader.read(raw.content(), type.charset());
    if (question == null && type.charset() != null) {
      // A service may go by the message alone. The form is not plain then, but what it changes
      // counts.
      question = reader.read(raw.content(), null);
    }
    RequestForm spelling =
        RequestForm.of(
            head.fields().getAll(HttpHeaderNames.CONTENT_TYPE),
            head.fields().getAll(SOAP_ACTION),
            raw.content());
    String oddity = spelling.oddity();
    if (oddity == null && question != null && question.version() != type.version()) {
      oddity = "the Content-Type is that of another version of SOAP than the envelope";
    }
    return new KnownRequest(
        question, action, type, facts(raw, head, question, oddity), null, spelling);
  }

  /**
   * @param oddity why services may read the request differently; null for nothing
   */
  private static RequestAttributes facts(
      RawRequest raw, RequestHead head, @Nullable Question question, @Nullable String oddity) {
    RequestAttributes facts = RequestAttributes.of(raw.fields());
    if (head.sender() != null) {
      facts = facts.withSender(head.sender());
    }
    if (oddity != null) {
      facts = facts.withAmbiguity(oddity);
    }
    if (question == null || question.blocks().isEmpty()) {
      return facts;
    }
    facts = facts.withBlocks(question.blocks());
    Question.Addressing addressing = question.addressing();
    if (addressing == null) {
      return facts;
    }
    if (addressing.oddity() != null) {
      facts = facts.withAmbiguity(addressing.oddity());
    }
    return addressing.isAnsweredHere()
            && question.blocks().stream().noneMatch(RequestMemory::isFrom)
        ? facts.withAddressingSeenTo()
        : facts.withHiddenParts("WS-Addressing has the answer sent elsewhere");
  }

  /** Whether the block is From, which names the sender of the message. */
  private static boolean isFrom(HeaderBlock block) {
    return block.isAddressing() && block.name().getLocalPart().equals("From");
  }
}
