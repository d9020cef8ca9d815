package io.castile.demo.portal;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;

/** The operations of the papers, document/literal wrapped. */
@WebService(name = "Portal", targetNamespace = Portal.NAMESPACE)
public interface Portal {
  /** The namespace of the service and its types. */
  String NAMESPACE = "urn:castile:portal";

  /** Suggests another spelling of a phrase (Google, 2002). */
  @WebMethod
  @WebResult(name = "return")
  String doSpellingSuggestion(
      @WebParam(name = "key") String key, @WebParam(name = "phrase") String phrase);

  /** The page as it was when it was last seen (Google, 2002). */
  @WebMethod
  @WebResult(name = "return")
  byte[] doGetCachedPage(@WebParam(name = "key") String key, @WebParam(name = "url") String url);

  /** Searches the web (Google, 2002). */
  @WebMethod
  @WebResult(name = "return")
  GoogleSearchResult doGoogleSearch(
      @WebParam(name = "key") String key,
      @WebParam(name = "q") String q,
      @WebParam(name = "start") int start,
      @WebParam(name = "maxResults") int maxResults,
      @WebParam(name = "filter") boolean filter,
      @WebParam(name = "restrict") String restrict,
      @WebParam(name = "safeSearch") boolean safeSearch,
      @WebParam(name = "lr") String lr,
      @WebParam(name = "ie") String ie,
      @WebParam(name = "oe") String oe);

  /** The Simple service of LYE. */
  @WebMethod
  @WebResult(name = "return")
  int getSimple();

  /** The Tuple service of LYE. */
  @WebMethod
  @WebResult(name = "return")
  Tuple getTuple();

  /** The Array service of LYE: 100 strings. */
  @WebMethod
  @WebResult(name = "return")
  List<String> getArray();

  /** The Complex service of LYE. */
  @WebMethod
  @WebResult(name = "return")
  Complex getComplex();

  /** Random doubles (bSOAP). */
  @WebMethod
  @WebResult(name = "return")
  List<Double> getDoubles(@WebParam(name = "count") int count);

  /** Random ints (bSOAP). */
  @WebMethod
  @WebResult(name = "return")
  List<Integer> getInts(@WebParam(name = "count") int count);

  /** Random mesh interface objects (bSOAP). */
  @WebMethod
  @WebResult(name = "return")
  List<Mio> getMios(@WebParam(name = "count") int count);

  /** Takes doubles and returns how many (bSOAP). */
  @WebMethod
  @WebResult(name = "return")
  int putDoubles(@WebParam(name = "values") List<Double> values);

  /** Takes ints and returns how many (bSOAP). */
  @WebMethod
  @WebResult(name = "return")
  int putInts(@WebParam(name = "values") List<Integer> values);

  /** Takes mesh interface objects and returns how many (bSOAP). */
  @WebMethod
  @WebResult(name = "return")
  int putMios(@WebParam(name = "values") List<Mio> values);

  /** The ratings of stocks, in the order asked for; all of them for no symbols (mSOAP). */
  @WebMethod
  @WebResult(name = "return")
  List<StockRating> getStockRatings(@WebParam(name = "symbols") List<String> symbols);

  /** The service's time (parameterized caching). */
  @WebMethod
  @WebResult(name = "return")
  XMLGregorianCalendar getTime();

  /** The flights from one city to another (parameterized caching). */
  @WebMethod
  @WebResult(name = "return")
  List<FlightInfo> getFlightInfo(
      @WebParam(name = "from") String from, @WebParam(name = "to") String to);
}
