package io.castile.bench.data;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.value.WrapperPart;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlWriter;
import jakarta.jws.WebParam;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * The operations that the response caching paper measures (Takase and Tatsubori, Table 5), as the
 * portal has them. Calls are numbered: those of different numbers have nothing in common but what
 * every search has.
 */
public enum GoogleOperation {
  SPELLING("Spelling Suggestion", "doSpellingSuggestion"),
  PAGE("Cached Page", "doGetCachedPage"),
  SEARCH("Google Search", "doGoogleSearch");

  private static final PortalData DATA = PortalData.standard();
  private static final String LICENCE = "0123456789abcdef0123456789abcdef";

  private final String label;
  private final Method method;

  GoogleOperation(String label, String name) {
    this.label = label;
    this.method =
        Stream.of(Portal.class.getMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
  }

  /** What the paper's tables call it. */
  public String label() {
    return label;
  }

  /** The type of its answers. */
  @SuppressWarnings("unchecked")
  public // whatever it is, its values are objects
  Class<Object> type() {
    return (Class<Object>) method.getReturnType();
  }

  /** Where the call goes, as every key has it. */
  public CacheKey.Scope scope() {
    QName name = new QName(Portal.NAMESPACE, method.getName());
    return CacheKey.Scope.of("http://localhost:8080/portal", name, SoapVersion.SOAP_1_1);
  }

  /** The types of its parameters, for keys. */
  public List<ArgumentType> argumentTypes() {
    return Stream.<Class<?>>of(method.getParameterTypes()).map(ArgumentType::of).toList();
  }

  /** New arguments of that call: equal ones each time, but not the same texts. */
  public Object[] arguments(int number) {
    String licence = fresh(LICENCE);
    return switch (this) {
      case SPELLING -> new Object[] {licence, query(number)};
      case PAGE -> new Object[] {licence, fresh("http://www.example.com/" + number)};
      case SEARCH ->
          new Object[] {
            licence,
            query(number),
            0,
            10,
            false,
            fresh("countryUS"),
            false,
            fresh("lang_en"),
            fresh("latin1"),
            fresh("latin1")
          };
    };
  }

  private static String query(int number) {
    return fresh("web services caching " + number);
  }

  private static String fresh(String text) {
    return String.valueOf(text.toCharArray());
  }

  /** A new answer to that call. */
  public Object answer(int number) {
    return answerTo((String) arguments(number)[1]);
  }

  /** A new answer to that phrase, address or query. */
  public Object answerTo(String question) {
    return switch (this) {
      case SPELLING -> DATA.spelling(question);
      case PAGE -> DATA.page(question);
      case SEARCH -> DATA.search(question);
    };
  }

  /** Asks the service. */
  public Object ask(Google google, Object[] a) {
    return switch (this) {
      case SPELLING -> google.doSpellingSuggestion((String) a[0], (String) a[1]);
      case PAGE -> google.doGetCachedPage((String) a[0], (String) a[1]);
      case SEARCH ->
          google.doGoogleSearch(
              (String) a[0],
              (String) a[1],
              (int) a[2],
              (int) a[3],
              (boolean) a[4],
              (String) a[5],
              (boolean) a[6],
              (String) a[7],
              (String) a[8],
              (String) a[9]);
    };
  }

  /** A codec of its answers, compiled. */
  public Codec<Object> answerCodec() {
    BeanCodecs.Builder codecs = BeanCodecs.builder().mode(CodecMode.COMPILED);
    if (this == SEARCH) {
      codecs.types(type());
    }
    return codecs.build().element(type(), new QName("return"));
  }

  /** What writes its requests, the envelope included. */
  public RequestWriter requestWriter() {
    List<WrapperPart> parts =
        Stream.of(method.getParameters())
            .map(parameter -> new WrapperPart(new QName(nameOf(parameter)), parameter.getType()))
            .toList();
    QName name = new QName(Portal.NAMESPACE, method.getName());
    return new RequestWriter(
        BeanCodecs.builder().mode(CodecMode.COMPILED).build().wrapper(name, parts));
  }

  private static String nameOf(Parameter parameter) {
    return parameter.getAnnotation(WebParam.class).name();
  }

  /** Writes requests. For one thread. */
  public static final class RequestWriter {
    private final Codec<Object[]> codec;
    private final XmlWriter out = new XmlWriter();

    private RequestWriter(Codec<Object[]> codec) {
      this.codec = codec;
    }

    /** The whole message, the caller's own. */
    public byte[] write(Object[] arguments) {
      out.reset();
      out.raw(Envelopes.start());
      codec.write(arguments, out);
      out.raw(Envelopes.end());
      return out.toByteArray();
    }
  }
}
