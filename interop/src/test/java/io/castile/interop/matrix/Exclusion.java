package io.castile.interop.matrix;

import java.util.List;
import java.util.function.Predicate;

/**
 * Cells that are no tests, as a peer cannot do what they are about.
 *
 * @param pair whose cells these are
 * @param feature what cannot be done
 * @param settings the settings in which it cannot
 * @param where the settings in words; empty for all
 * @param reason what the peer does in its place
 */
record Exclusion(
    Pair pair, Feature feature, Predicate<Setting> settings, String where, String reason) {

  static final List<Exclusion> ALL =
      List.of(
          always(
              Pair.ZEEP_CASTILE,
              Feature.EMPTY_TEXT,
              "reads an element without text as None, whatever its type"),
          always(
              Pair.ZEEP_CASTILE,
              Feature.MTOM,
              "sends binary data as base64 only; that it reads parts is shown by another test"),
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
              Pair.NODE_SOAP_CASTILE,
              Feature.EMPTY_TEXT,
              setting -> setting.style() == Style.RPC,
              Style.RPC.title,
              "reads an element without text as null, and as text in the other styles"),
          always(
              Pair.GSOAP_CASTILE,
              Feature.NIL_ITEMS,
              "leaves null items of lists out; with SOAP_XML_NIL it sends them, and all else that is"
                  + " absent as nil too"),
          always(
              Pair.GSOAP_CASTILE,
              Feature.FRACTIONS,
              "has whole seconds (time_t) for xs:dateTime, unless its type map says otherwise"));

  private static Exclusion always(Pair pair, Feature feature, String reason) {
    return new Exclusion(pair, feature, setting -> true, "", reason);
  }

  boolean covers(Cell cell) {
    return pair == cell.pair() && feature == cell.feature() && settings.test(cell.setting());
  }

  /** Why a cell is no test; null if it is one. */
  static Exclusion of(Cell cell) {
    return ALL.stream().filter(exclusion -> exclusion.covers(cell)).findFirst().orElse(null);
  }
}
