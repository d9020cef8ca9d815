package io.castile.interop.matrix;

import java.util.List;
import java.util.function.Predicate;

/**
 * Cells that are no tests, as a peer cannot do what they are about.
 *
 * @param pairs whose cells these are
 * @param features what cannot be done
 * @param settings the settings in which it cannot
 * @param where the settings in words; empty for all
 * @param reason what the peer does in its place
 */
record Exclusion(
    List<Pair> pairs,
    List<Feature> features,
    Predicate<Setting> settings,
    String where,
    String reason) {

  static final List<Exclusion> ALL =
      List.of(
          always(
              Pair.ZEEP_CASTILE,
              Feature.EMPTY_TEXT,
              "reads an element without text as None, whatever its type"),
          always(
              Pair.ZEEP_CASTILE,
              Feature.MTOM,
              "sends binary data as base64 only; that it reads parts is another test's"),
          always(
              Pair.NODE_SOAP_CASTILE,
              Feature.MTOM,
              "knows attachments beside a message, but makes no parts of binary data"),
          always(
              Pair.NODE_SOAP_CASTILE,
              Feature.LONG_NUMBERS,
              "has doubles for all numbers, and sends other digits than it was given"),
          always(
              Pair.NODE_SOAP_CASTILE,
              Feature.NIL_ITEMS,
              "sends a null item of a list as an empty element, which is no number"),
          new Exclusion(
              List.of(Pair.NODE_SOAP_CASTILE),
              List.of(Feature.EMPTY_TEXT),
              setting -> setting.style() == Style.RPC,
              "rpc/literal",
              "reads an element without text as null, as it does not find its type"),
          always(
              Pair.GSOAP_CASTILE,
              Feature.NIL_ITEMS,
              "leaves null items of lists out, or else (SOAP_XML_NIL) sends all that is absent as nil"),
          always(
              Pair.GSOAP_CASTILE,
              Feature.FRACTIONS,
              "has whole seconds (time_t) for xs:dateTime, unless its type map says otherwise"));

  private static Exclusion always(Pair pair, Feature feature, String reason) {
    return new Exclusion(List.of(pair), List.of(feature), setting -> true, "", reason);
  }

  boolean covers(Cell cell) {
    return pairs.contains(cell.pair())
        && features.contains(cell.feature())
        && settings.test(cell.setting());
  }

  /** Why a cell is no test; null if it is one. */
  static Exclusion of(Cell cell) {
    return ALL.stream().filter(exclusion -> exclusion.covers(cell)).findFirst().orElse(null);
  }
}
