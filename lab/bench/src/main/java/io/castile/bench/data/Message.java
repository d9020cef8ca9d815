package io.castile.bench.data;

import io.castile.bench.message.DoGetCachedPageResponse;
import io.castile.bench.message.DoGoogleSearchResponse;
import io.castile.bench.message.DoSpellingSuggestionResponse;
import io.castile.bench.message.GetArrayResponse;
import io.castile.bench.message.GetComplexResponse;
import io.castile.bench.message.GetDoublesResponse;
import io.castile.bench.message.GetIntsResponse;
import io.castile.bench.message.GetMiosResponse;
import io.castile.bench.message.GetSimpleResponse;
import io.castile.bench.message.GetStockRatingsResponse;
import io.castile.bench.message.GetTupleResponse;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * A message of the suites: the reply of an operation of the portal.
 *
 * @param name what tables call it, with its parameters
 * @param template the Velocity template that writes it
 * @param element the name of the element in the envelope's body
 * @param value the reply as a bean, owned by the message: not to be changed
 */
public record Message(String name, String template, QName element, Object value) {
  private static final PortalData DATA = PortalData.standard();

  private static final List<String> CODEGEN =
      List.of(
          "simple",
          "tuple",
          "array",
          "complex",
          "spelling suggestion",
          "cached page",
          "search reply",
          "195 stock ratings");

  private static final List<String> KINDS = List.of("double", "int", "MIO");

  /** The names of the messages of LYE's Table 1, of the search service and of mSOAP. */
  public static List<String> codegen() {
    return CODEGEN;
  }

  /** Those of them that tell most, for a first look. */
  public static List<String> codegenQuick() {
    return List.of("simple", "complex", "search reply", "195 stock ratings");
  }

  /** The names of arrays of each kind of bSOAP, in each of these sizes. */
  public static List<String> numbers(List<Integer> sizes) {
    List<String> names = new ArrayList<>();
    for (String kind : KINDS) {
      for (int size : sizes) {
        names.add(kind + "[" + size + "]");
      }
    }
    return names;
  }

  /** The type of the bean. */
  public Class<?> type() {
    return value.getClass();
  }

  public static Message named(String name) {
    return named(name, DATA);
  }

  /** The message with these data of the portal. */
  public static Message named(String name, PortalData data) {
    return switch (name) {
      case "simple" -> of(name, "getSimple", "text", new GetSimpleResponse(data.simple()));
      case "tuple" -> of(name, "getTuple", "tuple", new GetTupleResponse(data.tuple()));
      case "array" -> of(name, "getArray", "texts", new GetArrayResponse(data.array()));
      case "complex" -> of(name, "getComplex", "complex", new GetComplexResponse(data.complex()));
      case "spelling suggestion" ->
          of(
              name,
              "doSpellingSuggestion",
              "text",
              new DoSpellingSuggestionResponse(data.spelling("britney speers")));
      case "cached page" ->
          of(
              name,
              "doGetCachedPage",
              "page",
              new DoGetCachedPageResponse(data.page("http://www.example.com/")));
      case "search reply" ->
          of(
              name,
              "doGoogleSearch",
              "search",
              new DoGoogleSearchResponse(data.search("web services caching")));
      case "195 stock ratings" ->
          of(name, "getStockRatings", "ratings", new GetStockRatingsResponse(data.ratings()));
      default -> array(name, data);
    };
  }

  private static Message array(String name, PortalData data) {
    int bracket = name.indexOf('[');
    if (bracket < 0 || !name.endsWith("]")) {
      throw new IllegalArgumentException("no message is named '" + name + "'");
    }
    int size = Integer.parseInt(name.substring(bracket + 1, name.length() - 1));
    return switch (name.substring(0, bracket)) {
      case "double" ->
          of(name, "getDoubles", "numbers", new GetDoublesResponse(data.doubles(size)));
      case "int" -> of(name, "getInts", "numbers", new GetIntsResponse(data.ints(size)));
      case "MIO" -> of(name, "getMios", "mios", new GetMiosResponse(data.mios(size)));
      default -> throw new IllegalArgumentException("no message is named '" + name + "'");
    };
  }

  private static Message of(String name, String operation, String template, Object value) {
    return new Message(name, template, new QName(Portal.NAMESPACE, operation + "Response"), value);
  }
}
