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
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The results of reading requests, so that one whose very bytes came before is not read (the total
 * caching of Devaram and Andresen, before any service). Bounded; thread-safe.
 */
final class RequestMemory {
  private static final long MAX_BYTES = 32L << 20;

  /** Larger requests are read each time. */
  private static final int MAX_CONTENT_BYTES = 64 << 10;

  private static final byte[] NOTHING = {};

  /**
   * The fields that are no part of the request and do not identify the sender, and differ each
   * time.
   */
  private static final Set<AsciiString> PASSED_OVER =
      Set.of(
          HttpHeaderNames.CONTENT_LENGTH,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.ACCEPT_ENCODING,
          AsciiString.cached("traceparent"),
          AsciiString.cached("tracestate"));

  private static final AsciiString SOAP_ACTION = AsciiString.cached("soapaction");

  private final QuestionReader reader = new QuestionReader();
  private final Cache<Key, KnownRequest> known =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .weigher((Key key, KnownRequest request) -> 2 * key.weight())
          .executor(Runnable::run)
          .build();

  /**
   * Returns what a request is; reads it unless the same has come before.
   *
   * @return null if it is no envelope
   */
  @Nullable KnownRequest find(Route route, RequestHead head, byte[] content) {
    Key key = Key.of(route, head, content);
    MediaType type = MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE));
    if (PartPackage.isType(type)) { // whose bytes are others each time, mostly
      return readParts(route, key, head, type);
    }
    KnownRequest found = known.getIfPresent(key);
    if (found != null) {
      return found;
    }
    KnownRequest read = read(key, head, type);
    if (read != null && comesAgain(read.question()) && content.length <= MAX_CONTENT_BYTES) {
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
    Key key = Key.of(route, head, NOTHING);
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

  private @Nullable KnownRequest readParts(Route route, Key key, RequestHead head, MediaType type) {
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

  private @Nullable KnownRequest read(Key key, RequestHead head, MediaType type) {
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
      Key key, RequestHead head, Question question, @Nullable String oddity) {
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

  /**
   * A request by its very bytes: all of it that may decide the answer. Two that are equal are the
   * same question of the same sender, and need not be read twice. Immutable and thread-safe.
   */
  private static final class Key {
    private final Route route;
    private final HttpMethod method;
    private final String target;
    private final @Nullable String sender;
    private final Headers fields;
    private final byte[] content;
    private final int hash;

    private Key(Route route, RequestHead head, Headers fields, byte[] content) {
      this.route = route;
      this.method = head.method();
      this.target = head.target();
      this.sender = head.sender();
      this.fields = fields;
      this.content = content;
      this.hash = 31 * (31 * fields.hashCode() + target.hashCode()) + Arrays.hashCode(content);
    }

    static Key of(Route route, RequestHead head, byte[] content) {
      return new Key(route, head, fields(head), content);
    }

    private static Headers fields(RequestHead head) {
      Headers.Builder fields = Headers.builder();
      Iterator<Map.Entry<CharSequence, CharSequence>> all = head.fields().iteratorCharSequence();
      while (all.hasNext()) {
        Map.Entry<CharSequence, CharSequence> field = all.next();
        if (!isPassedOver(field.getKey()) && !isUsualCharset(field.getKey(), field.getValue())) {
          fields.add(field.getKey().toString(), field.getValue().toString());
        }
      }
      return fields.build();
    }

    /** Node sends that a client takes UTF-8, which every service answers in that is asked in it. */
    private static boolean isUsualCharset(CharSequence name, CharSequence value) {
      return HttpHeaderNames.ACCEPT_CHARSET.contentEqualsIgnoreCase(name)
          && AsciiString.contentEqualsIgnoreCase("utf-8", value);
    }

    private static boolean isPassedOver(CharSequence name) {
      for (AsciiString each : PASSED_OVER) {
        if (each.contentEqualsIgnoreCase(name)) {
          return true;
        }
      }
      return false;
    }

    /** The header fields by which policies may tell requests apart. */
    Headers fields() {
      return fields;
    }

    byte[] content() {
      return content;
    }

    /** The bytes of memory that this takes, about. */
    int weight() {
      int sum = 256 + content.length + target.length();
      for (int i = 0; i < fields.size(); i++) {
        sum += 96 + fields.name(i).length() + fields.value(i).length();
      }
      return sum;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key raw
          && raw.hash == hash
          && raw.route == route
          && raw.method.equals(method)
          && raw.target.equals(target)
          && Arrays.equals(raw.content, content)
          && raw.fields.equals(fields)
          && Objects.equals(raw.sender, sender);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
