package io.castile.soap.model.internal;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The element wraps one element for each part, of which the last is repeated, and its items are
 * given and taken one by one, as a {@link Stream}. On the wire it is as if they were a list.
 */
public final class ItemsBody implements BodyCodec {
  private final MessagePart[] parts;
  private final MessagePart items;
  private final Codec<Object[]> whole;
  private final List<Codec<Object>> leading;
  private final Codec<Object> item;
  private final XmlName itemName;
  private final Collection<XmlName> known;

  /**
   * @param parts the last one has the items
   * @param whole writes and reads all parts, the items as a list
   * @param leading writes and reads an element of each part but the last
   * @param item writes and reads an element of the last
   * @param known the names of the elements, in the order of the parts
   */
  ItemsBody(
      List<MessagePart> parts,
      Codec<Object[]> whole,
      List<Codec<Object>> leading,
      Codec<Object> item,
      List<XmlName> known) {
    this.parts = parts.toArray(new MessagePart[0]);
    this.items = parts.get(parts.size() - 1);
    this.whole = whole;
    this.leading = List.copyOf(leading);
    this.item = item;
    this.itemName = known.get(known.size() - 1);
    this.known = List.copyOf(known);
  }

  /** Returns the index of the items among the values of the message. */
  public int slot() {
    return items.slot();
  }

  @Override
  public QName name() {
    return whole.name();
  }

  @Override
  public Codec<?> codec() {
    return whole;
  }

  @Override
  public boolean refersToAttachments() {
    return whole.refersToAttachments();
  }

  @Override
  public boolean hasBinaryData() {
    return whole.hasBinaryData();
  }

  /** Writes the items while they are given, once; the stream is closed then. */
  @Override
  public void write(Object[] values, XmlWriter out) {
    Object[] partValues = new Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      partValues[i] = values[parts[i].slot()];
    }
    try (Stream<?> given = (Stream<?>) values[items.slot()]) {
      partValues[parts.length - 1] = given == null ? List.of() : new GivenItems(given);
      whole.write(partValues, out);
    }
  }

  /** Reads all items at once. */
  @Override
  public void read(XmlReader in, Object[] values) {
    Object[] partValues = whole.read(in);
    for (int i = 0; i < parts.length - 1; i++) {
      Object value = partValues == null ? null : partValues[i];
      values[parts[i].slot()] = value == null ? parts[i].absent() : value;
    }
    Object list = partValues == null ? null : partValues[parts.length - 1];
    values[items.slot()] = list == null ? Stream.empty() : ((List<?>) list).stream();
  }

  /**
   * Reads the values before the items; the reader stands at the element.
   *
   * @return whether there is an item, at which {@code in} stands then; else {@code in} is at the
   *     end of the element
   */
  public boolean readLeading(XmlReader in, Object[] values) {
    return toItem(in, values);
  }

  /** Reads an item, at which the reader stands; afterwards {@code in} is at its end. */
  public @Nullable Object readItem(XmlReader in) {
    return item.read(in);
  }

  /** Moves from the end of an item to the next, with the result of {@link #readLeading}. */
  public boolean toNext(XmlReader in) {
    return toItem(in, null);
  }

  /**
   * @param values null behind an item, where there must be no others
   */
  private boolean toItem(XmlReader in, Object @Nullable [] values) {
    for (XmlName name = in.nextChild(itemName); name != null; name = in.nextChild(itemName)) {
      if (name.equals(itemName)) {
        return true;
      }
      int part = part(name);
      if (part < 0) {
        PassedOver told = XmlInternals.passedOver(in);
        if (told != null) {
          told.element(in, known);
        }
        in.skipElement();
      } else if (values == null) {
        throw in.unexpected("element " + itemName + " or the end of its parent", "element " + name);
      } else {
        Object value = leading.get(part).read(in);
        values[parts[part].slot()] = value == null ? parts[part].absent() : value;
      }
    }
    return false;
  }

  private int part(XmlName name) {
    for (int i = 0; i < leading.size(); i++) {
      if (name.toQName().equals(parts[i].name())) {
        return i;
      }
    }
    return -1;
  }

  /** Items whose number is unknown, given out once. */
  private static final class GivenItems extends AbstractList<Object> {
    private final Stream<?> given;
    private boolean taken;

    GivenItems(Stream<?> given) {
      this.given = given;
    }

    @Override
    @SuppressWarnings("unchecked") // of anything, to be read only
    public Iterator<Object> iterator() {
      if (taken) {
        throw new BindingException(
            "Cannot write the items twice, because they are given one by one, and once only.");
      }
      taken = true;
      try {
        return (Iterator<Object>) given.iterator();
      } catch (IllegalStateException e) {
        throw new BindingException(
            "Cannot write the items, because they are given one by one, and once only: "
                + e.getMessage());
      }
    }

    @Override
    public boolean isEmpty() {
      return false; // as far as is known
    }

    @Override
    public int size() {
      return 0; // for a writer that wants to know, which is none to which these are written
    }

    @Override
    public Object get(int index) {
      throw new IndexOutOfBoundsException(
          "Cannot return an item by its index, because the items are given one by one.");
    }
  }
}
