package io.castile.interop.matrix;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;

/** What all operations take and give. Everything but the name may be absent. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    name = "sheet",
    namespace = Probe.TYPES,
    propOrder = {
      "name", "text", "note", "amount", "count", "day", "moment", "colour", "colours", "values",
      "words", "gaps", "picture"
    })
public final class Sheet {
  /** Tells the messages of one cell from those of others. */
  @XmlElement(required = true)
  public String name;

  /** Left out where it is null. */
  public String text;

  /** Written as nil where it is null. */
  @XmlElement(required = true, nillable = true)
  public String note;

  public BigDecimal amount;
  public Long count;

  @XmlSchemaType(name = "date")
  public XMLGregorianCalendar day;

  @XmlSchemaType(name = "dateTime")
  public XMLGregorianCalendar moment;

  public Colour colour;
  public List<Colour> colours = new ArrayList<>();

  /** Null is like empty. */
  public double[] values;

  public List<String> words = new ArrayList<>();

  /** With null items, which are written as nil. */
  @XmlElement(nillable = true)
  public List<Integer> gaps = new ArrayList<>();

  public byte[] picture;
}
