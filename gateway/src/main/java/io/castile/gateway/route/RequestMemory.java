package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
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
 * The results of reading requests, so that one whose very bytes came before is not read (the total
 * caching of Devaram and Andresen, before any service). Bounded; thread-safe.
 */
final class RequestMemory {
  private static final long MAX_BYTES = 32L << 20;

  private static final byte[] NOTHING = {};

  private static final AsciiString SOAP_ACTION = AsciiString.cached("soapaction");

  private final QuestionReader reader = new QuestionReader();
  private final Cache<RequestBytes, KnownRequest> known =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .weigher((RequestBytes key, KnownRequest request) -> 2 * key.weight())
          .executor(Runnable::run)
          .build();

  /**
   * Returns what a request is; reads it unless the same has come before.
   *
   * @return null if it is no envelope
   */
  @Nullable KnownRequest find(Route route, RequestHead head, byte[] content) {
    RequestBytes key = RequestBytes.of(route.identity(), head, content);
    MediaType type = MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE));
    if (PartPackage.isType(type)) { // whose bytes are others each time, mostly
      return readParts(route, key, head, type);
    }
    KnownRequest found = known.getIfPresent(key);
    if (found != null) {
      return found;
    }
    KnownRequest read = read(key, head, type);
    if (read != null
        && comesAgain(read.question())
        && content.length <= RequestBytes.MOST_CONTENT) {
      known.put(key, read);
    }
    return read;
  }

  /** Whether the same bytes may come again: no message has the identifier of another one. */
  private static boolean comesAgain(Question question) {
    return question.addressing() == null || question.addressing().messageId().isEmpty();
  }

  /** Returns what a request by HTTP GET is. */
  KnownRequest find(Route route, RequestHead head, GetQuestion asked) {
    RequestBytes key = RequestBytes.of(route.identity(), head, NOTHING);
    KnownRequest found = known.getIfPresent(key);
    if (found == null) {
      Question question =
          new Question(SoapVersion.SOAP_1_1, new QName(asked.operation()), List.of(), null);
      found =
          new KnownRequest(
              question,
              "",
              MediaType.NONE,
              facts(key, head, question, null),
              GetForm.of(asked, head),
              null);
      known.put(key, found);
    }
    return found;
  }

  private @Nullable KnownRequest readParts(
      Route route, RequestBytes key, RequestHead head, MediaType type) {
    List<String> types = head.fields().getAll(HttpHeaderNames.CONTENT_TYPE);
    PartPackage parts = types.size() == 1 ? PartPackage.read(key.content(), types.get(0)) : null;
    if (parts == null) {
      return null;
    }
    PartQuestion asked = PartQuestion.of(parts);
    Question question = reader.read(asked.document(), asked.charset());
    if (question == null) {
      return null;
    }
    String action = action(head, type);
    List<String> soapActions = head.fields().getAll(SOAP_ACTION);
    KeyForm form = PartsForm.of(asked, route.rest(head), action + "\n" + soapActions);
    String oddity = RequestForm.oddityOf(types, soapActions, parts);
    return new KnownRequest(question, action, type, facts(key, head, question, oddity), form, null);
  }

  private static String action(RequestHead head, MediaType type) {
    return type.parameters().containsKey("action")
        ? type.parameters().get("action")
        : MediaType.unquoted(head.fields().get(SOAP_ACTION, "").strip());
  }

  private @Nullable KnownRequest read(RequestBytes key, RequestHead head, MediaType type) {
    Question question = reader.read(key.content(), type.charset());
    if (question == null && type.charset() != null) {
      // A service may go by the message alone. The form is not plain then, but what it changes
      // counts.
      question = reader.read(key.content(), null);
    }
    if (question == null) {
      return null;
    }
    RequestForm spelling =
        RequestForm.of(
            head.fields().getAll(HttpHeaderNames.CONTENT_TYPE),
            head.fields().getAll(SOAP_ACTION),
            key.content());
    String oddity = spelling.oddity();
    if (oddity == null && question.version() != type.version()) {
      oddity = "the Content-Type is that of another version of SOAP than the envelope";
    }
    return new KnownRequest(
        question, action(head, type), type, facts(key, head, question, oddity), null, spelling);
  }

  /**
   * @param oddity why services may read the request differently; null for nothing
   */
  private static RequestAttributes facts(
      RequestBytes key, RequestHead head, Question question, @Nullable String oddity) {
    RequestAttributes facts = RequestAttributes.of(key.fields());
    if (head.sender() != null) {
      facts = facts.withSender(head.sender());
    }
    if (oddity != null) {
      facts = facts.withAmbiguity(oddity);
    }
    if (question.blocks().isEmpty()) {
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
