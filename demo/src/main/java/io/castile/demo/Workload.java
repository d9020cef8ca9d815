package io.castile.demo;

import io.castile.demo.portal.Mio;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * One thing that clients ask of the portal.
 *
 * @param operation the operation, with what it is asked for
 * @param source the work that the operation comes from
 * @param call asks
 */
record Workload(String operation, String source, Call call) {
  /** Asks one portal. */
  interface Call {
    Object on(Portal portal);
  }

  private static final Duration CLOCKS_AGREE = Duration.ofMinutes(1);
  private static final String KEY = "0000-portal-demo";

  /** The operations of the papers. Arguments are made once, so that a call costs the call. */
  static List<Workload> all(PortalData data) {
    List<Double> doubles = data.doubles(1000);
    List<Integer> ints = data.ints(1000);
    List<Mio> mios = data.mios(1000);
    List<String> symbols = data.ratings().stream().map(rating -> rating.getSymbol()).toList();
    return List.of(
        new Workload(
            "doSpellingSuggestion", "Takase", p -> p.doSpellingSuggestion(KEY, "optimel cacheing")),
        new Workload(
            "doGetCachedPage", "Takase", p -> p.doGetCachedPage(KEY, "http://example.org/")),
        new Workload(
            "doGoogleSearch",
            "Takase",
            p ->
                p.doGoogleSearch(
                    KEY, "soap caching", 0, 10, false, "", false, "", "latin1", "latin1")),
        new Workload("getSimple", "LYE", Portal::getSimple),
        new Workload("getTuple", "LYE", Portal::getTuple),
        new Workload("getArray", "LYE", Portal::getArray),
        new Workload("getComplex", "LYE", Portal::getComplex),
        new Workload("getDoubles(1000)", "bSOAP", p -> p.getDoubles(1000)),
        new Workload("getInts(1000)", "bSOAP", p -> p.getInts(1000)),
        new Workload("getMios(1000)", "bSOAP", p -> p.getMios(1000)),
        new Workload("putDoubles(1000)", "bSOAP", p -> p.putDoubles(doubles)),
        new Workload("putInts(1000)", "bSOAP", p -> p.putInts(ints)),
        new Workload("putMios(1000)", "bSOAP", p -> p.putMios(mios)),
        new Workload("getStockRatings(195)", "mSOAP", p -> p.getStockRatings(symbols)),
        new Workload("getTime", "Devaram", Portal::getTime),
        new Workload("getFlightInfo", "Devaram", p -> p.getFlightInfo("Boston", "Manhattan")));
  }

  /**
   * The answer as a text to compare: its JSON, which no SOAP stack has a hand in. A time is
   * compared with the clock.
   */
  String answer(Portal portal) {
    Object answer = call.on(portal);
    if (answer instanceof XMLGregorianCalendar time) {
      Instant then = time.toGregorianCalendar().toInstant();
      boolean near = Duration.between(then, Instant.now()).abs().compareTo(CLOCKS_AGREE) < 0;
      return near ? "now" : "not now: " + time;
    }
    return AnswerText.of(answer);
  }
}
