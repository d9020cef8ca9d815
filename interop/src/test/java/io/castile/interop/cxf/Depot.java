package io.castile.interop.cxf;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebFault;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** A service that is described by its code alone. */
@WebService(targetNamespace = "urn:castile:depot")
@XmlSeeAlso({Item.Crate.class, Item.Barrel.class})
public interface Depot {
  Item item(@WebParam(name = "item") Item item);

  List<Item> items(@WebParam(name = "items") List<Item> items);

  Item[] array(@WebParam(name = "items") Item[] items);

  String[] texts(@WebParam(name = "texts") String[] texts);

  int[] numbers(@WebParam(name = "numbers") int[] numbers);

  Item.Kind kind(@WebParam(name = "kind") Item.Kind kind);

  @XmlJavaTypeAdapter(Item.CountsAdapter.class)
  Map<String, Integer> counts(
      @WebParam(name = "counts") @XmlJavaTypeAdapter(Item.CountsAdapter.class)
          Map<String, Integer> counts);

  Shelf shelf(@WebParam(name = "shelf") Shelf shelf);

  Page<Item> page(@WebParam(name = "page") Page<Item> page);

  byte[] bytes(@WebParam(name = "bytes") byte[] bytes);

  BigDecimal sum(@WebParam(name = "one") BigDecimal one, @WebParam(name = "other") Long other);

  Object anything(@WebParam(name = "anything") Object anything);

  void swap(
      @WebParam(name = "text", mode = WebParam.Mode.INOUT) Holder<String> text,
      @WebParam(name = "item", mode = WebParam.Mode.INOUT) Holder<Item> item,
      @WebParam(name = "length", mode = WebParam.Mode.OUT) Holder<Integer> length);

  @WebResult(name = "text")
  String headed(
      @WebParam(name = "token", header = true) String token,
      @WebParam(name = "about", header = true) Item about,
      @WebParam(name = "text") String text);

  void lose(@WebParam(name = "item") Item item) throws LostException, GoneException;

  @Oneway
  void note(@WebParam(name = "text") String text);

  /** An exception whose properties are what is told of it. */
  class LostException extends Exception {
    private static final long serialVersionUID = 1;

    private String place;
    private int count;

    public LostException() {}

    public LostException(String message, String place, int count) {
      super(message);
      this.place = place;
      this.count = count;
    }

    public String getPlace() {
      return place;
    }

    public void setPlace(String place) {
      this.place = place;
    }

    public int getCount() {
      return count;
    }

    public void setCount(int count) {
      this.count = count;
    }
  }

  /** An exception that has a bean. */
  @WebFault(name = "Gone", targetNamespace = "urn:castile:depot")
  class GoneException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Item info;

    public GoneException(String message, Item info) {
      super(message);
      this.info = info;
    }

    public Item getFaultInfo() {
      return info;
    }
  }
}
