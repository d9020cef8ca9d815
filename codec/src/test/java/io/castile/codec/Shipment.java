package io.castile.codec;

import io.castile.codec.compiled.Base;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** A bean with a property of every shape. */
@XmlRootElement(name = "shipment", namespace = "urn:ship")
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(namespace = "urn:ship")
@XmlSeeAlso(Shipment.Fragile.class)
public class Shipment extends Base {
  @XmlAttribute(required = true)
  int version;

  @XmlAttribute String code;
  @XmlAttribute Size size;
  @XmlAttribute @XmlList List<Integer> marks;
  @XmlAnyAttribute public Map<QName, String> others = new HashMap<>();

  @XmlElement(namespace = "urn:ship")
  private String sender;

  @XmlElement(name = "return")
  private boolean in;

  private byte small;
  private short context;
  private long out;
  private float ratio;
  private Double weight;
  private BigDecimal price;
  private BigInteger serial;
  private byte[] data;

  @XmlJavaTypeAdapter(HexBinaryAdapter.class)
  @XmlSchemaType(name = "hexBinary")
  private byte[] hex;

  private Size fits;
  private char letter;
  private XMLGregorianCalendar sent;

  @XmlElement(nillable = true)
  private String remark;

  @XmlElement(defaultValue = "7")
  private Integer priority;

  @XmlElement(defaultValue = "8")
  private int level;

  @XmlJavaTypeAdapter(DateAdapter.class)
  private LocalDate due;

  @XmlElement(name = "item", namespace = "urn:ship")
  private List<Item> items;

  private List<String> labels = new ArrayList<>();

  @XmlElement(nillable = true)
  private List<Integer> holes;

  private LinkedList<String> chain;
  private double[] doubles;
  private int[] ints;
  private boolean[] flags;
  private Item[] spares;

  @XmlElementWrapper(name = "stops", nillable = true)
  @XmlElement(name = "stop")
  private List<String> stops;

  @XmlElements({
    @XmlElement(name = "text", type = String.class),
    @XmlElement(name = "number", type = Integer.class),
    @XmlElement(name = "thing", type = Item.class)
  })
  private List<Object> choices;

  private Item main;
  private Object anything;
  @XmlIDREF private Item reference;
  private Map<String, Integer> stock;
  private Shipment inner;
  @XmlAnyElement private List<Object> any;

  @XmlEnum
  enum Size {
    @XmlEnumValue("s")
    SMALL,
    LARGE
  }

  static final class DateAdapter extends XmlAdapter<String, LocalDate> {
    @Override
    public LocalDate unmarshal(String text) {
      return text == null ? null : LocalDate.parse(text);
    }

    @Override
    public String marshal(LocalDate date) {
      return date == null ? null : date.toString();
    }
  }

  /** Property access, with collections and arrays that are set when they are complete. */
  @XmlAccessorType(XmlAccessType.PROPERTY)
  @XmlType(
      namespace = "urn:ship",
      propOrder = {"name", "values", "tags", "amount"})
  public static class Item {
    private String identifier;
    private String itemName;
    private double[] numbers = {-1};
    private List<String> words = new ArrayList<>(List.of("preset"));
    private Amount sum;

    @XmlID
    @XmlAttribute
    public String getId() {
      return identifier;
    }

    public void setId(String id) {
      identifier = id;
    }

    public String getName() {
      return itemName;
    }

    public void setName(String name) {
      itemName = name;
    }

    public double[] getValues() {
      return numbers;
    }

    public void setValues(double[] values) {
      numbers = values;
    }

    public List<String> getTags() {
      return words;
    }

    public void setTags(List<String> tags) {
      words = tags;
    }

    public Amount getAmount() {
      return sum;
    }

    public void setAmount(Amount amount) {
      sum = amount;
    }
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(namespace = "urn:ship")
  public static final class Fragile extends Item {
    private String warning;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(namespace = "urn:ship")
  public static class Amount {
    @XmlValue private BigDecimal value;
    @XmlAttribute private String currency;
  }

  // ---- instances ----

  public static Shipment empty() {
    return new Shipment();
  }

  public static Shipment full() throws Exception {
    Shipment s = new Shipment();
    s.fill(9L, "base & note", 1, -2, 3);
    s.version = 3;
    s.code = "a\"<b>\t\n";
    s.size = Size.SMALL;
    s.marks = new ArrayList<>(List.of(1, 2, 3));
    s.others.put(new QName("urn:x", "y"), "z");
    s.sender = "Zoë <&> ]]>";
    s.in = true;
    s.small = -8;
    s.context = 300;
    s.out = Long.MIN_VALUE;
    s.ratio = 0.1f;
    s.weight = Double.NaN;
    s.price = new BigDecimal("12.340");
    s.serial = BigInteger.TEN.pow(30);
    s.data = new byte[] {1, 2, 3, 4};
    s.hex = new byte[] {(byte) 0xca, (byte) 0xfe};
    s.fits = Size.LARGE;
    s.letter = 'x';
    s.sent =
        javax.xml.datatype.DatatypeFactory.newInstance()
            .newXMLGregorianCalendar("2026-11-21T09:00:00.5Z");
    s.remark = "remark";
    s.priority = 1;
    s.level = 2;
    s.due = LocalDate.of(2027, 1, 31);
    s.items = new ArrayList<>(List.of(item("one"), fragile(), item("two")));
    s.labels.addAll(List.of("", "l1", "l2"));
    s.holes = new ArrayList<>();
    s.holes.add(1);
    s.holes.add(null);
    s.holes.add(3);
    s.chain = new LinkedList<>(List.of("c1", "c2"));
    s.doubles = new double[] {1, Double.NEGATIVE_INFINITY, -0.0, 1e300};
    s.ints = new int[] {Integer.MAX_VALUE, 0};
    s.flags = new boolean[] {true, false};
    s.spares = new Item[] {item("spare"), fragile()};
    s.stops = new ArrayList<>(List.of("a", "b"));
    s.choices = new ArrayList<>(List.of("text", 5, item("choice")));
    s.main = fragile();
    s.anything = 12;
    s.reference = s.items.get(0);
    s.stock = new HashMap<>(Map.of("k", 1));
    s.inner = new Shipment();
    s.inner.sender = "inner";
    s.inner.doubles = new double[0];
    return s;
  }

  private static Item item(String id) {
    Item item = new Item();
    item.setId(id);
    item.setName("name of " + id);
    item.setValues(new double[] {0.5, 2});
    item.getTags().add("tag");
    Amount amount = new Amount();
    amount.value = new BigDecimal("1.50");
    amount.currency = "EUR";
    item.setAmount(amount);
    return item;
  }

  private static Fragile fragile() {
    Fragile fragile = new Fragile();
    fragile.setName("glass");
    fragile.warning = "careful";
    return fragile;
  }
}
