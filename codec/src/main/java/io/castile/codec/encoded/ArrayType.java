package io.castile.codec.encoded;

import io.castile.codec.value.Markup;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An array of SOAP encoding (SOAP 1.1 §5.4.2; SOAP 1.2 part 2 §3.1.6), which is an array or a
 * collection in Java.
 *
 * <p>Arrays of arrays are written, arrays of several dimensions are read too: into arrays of
 * arrays.
 */
final class ArrayType extends EncodedType {
  private static final byte[] TYPE = Markup.utf8(" xsi:type=\"soapenc:Array\"");
  private static final byte[] ARRAY_TYPE = Markup.utf8(" soapenc:arrayType=\"");
  private static final byte[] ITEM_TYPE = Markup.utf8(" soapenc:itemType=\"");
  private static final byte[] ARRAY_SIZE = Markup.utf8("\" soapenc:arraySize=\"");
  private static final byte[] SIZE_END = Markup.utf8("]\"");
  private static final byte[] QUOTE = {'"'};
  private static final byte[] ITEM_START = Markup.utf8("<item");
  private static final byte[] ITEM_END = Markup.utf8("</item>");

  private final ArrayShape shape;
  private final EncodedType item;
  private final EncodedTypes types;

  /** {@code soapenc:arrayType="p:name[} with a leading space, before the size. */
  private final byte[] arrayType;

  /**
   * {@code soapenc:itemType="p:name" soapenc:arraySize="} with a leading space, before the size.
   */
  private final byte[] itemType;

  // The tags of items of the static type: of the first, between two, and of the last.
  private final byte[] start;
  private final byte[] next;

  ArrayType(ArrayShape shape, EncodedType item, EncodedTypes types) {
    super(null, null);
    this.shape = shape;
    this.item = item;
    this.types = types;
    String items = item instanceof ArrayType ? "soapenc:Array" : itemName();
    this.arrayType = Markup.concat(ARRAY_TYPE, Markup.utf8(itemName() + '['));
    this.itemType = Markup.concat(ITEM_TYPE, Markup.utf8(items), ARRAY_SIZE);
    this.start = Markup.concat(ITEM_START, item.typeAttribute, ValueCodec.GT);
    this.next = Markup.concat(ITEM_END, start);
  }

  EncodedType item() {
    return item;
  }

  @Override
  public Class<?> javaType() {
    return shape.type();
  }

  @Override
  EncodedType narrowed(EncodedType said, EncodedInput in) {
    if (said instanceof ArrayType || said == types.any()) {
      return this;
    }
    throw in.xml.unexpected("an array of " + item.describe(), said.describe());
  }

  @Override
  void visit(Object value, SharedObjects objects) {
    if (!item.hasIdentity()) {
      return;
    }
    for (Object each : shape.items(value)) {
      objects.meet(item, each);
    }
  }

  @Override
  void declare(EncodedOutput out) {
    item.declare(out);
  }

  @Override
  void writeBody(Object value, EncodedOutput out) {
    int size = shape.size(value);
    out.xml.raw(TYPE);
    if (out.rules == EncodingRules.SOAP_1_2) {
      out.xml.raw(itemType);
      out.number(size);
      out.xml.raw(QUOTE);
    } else {
      out.xml.raw(arrayType);
      out.number(size);
      out.xml.raw(SIZE_END);
    }
    out.xml.raw(ValueCodec.GT);
    if (!writeNumbers(value, out)) {
      for (Object each : shape.items(value)) {
        out.element(ITEM_START, ITEM_END, item, each);
      }
    }
  }

  /** The name of the items' type as it stands in an {@code arrayType}. */
  private String itemName() {
    if (item instanceof ArrayType array) {
      return array.itemName() + "[]";
    }
    return item.name == null
        ? EncodedOutput.XSD.prefix() + ":anyType"
        : qualified(item.namespace, item.name.getLocalPart());
  }

  /** Writes the items if they are numbers without objects. */
  private boolean writeNumbers(Object value, EncodedOutput out) {
    if (value instanceof int[] numbers) {
      out.xml.items(numbers, start, next, ITEM_END);
    } else if (value instanceof double[] numbers) {
      out.xml.items(numbers, start, next, ITEM_END);
    } else if (value instanceof long[] numbers) {
      out.xml.items(numbers, start, next, ITEM_END);
    } else if (value instanceof float[] numbers) {
      out.xml.items(numbers, start, next, ITEM_END);
    } else {
      return false;
    }
    return true;
  }

  // ---- reading ----

  /** An item that is to come. */
  private record Open(int place, String reference) {}

  @Override
  Object read(EncodedInput in, @Nullable String id) {
    ArrayHeader header = in.arrayHeader();
    int length = header.length();
    EncodedType leaf = leaf(header.rank(), in);
    int place = in.offset(header);
    XmlName child = in.xml.nextChild(null);
    PlainNumbers numbers = place == 0 && header.rank() == 1 ? shape.plainNumbers(item) : null;
    if (numbers != null) {
      child = numbers.read(in, child, length);
      place = numbers.count();
      if (child == null && length <= place) {
        Object value = numbers.toArray();
        in.define(id, value, this);
        return value;
      }
    }
    List<@Nullable Object> items = numbers == null ? new ArrayList<>() : numbers.boxed();
    List<Open> open = new ArrayList<>(0);
    while (child != null) {
      in.look();
      int said = in.position(header);
      place = said < 0 ? place : said;
      if (length >= 0 && place >= length) {
        throw in.xml.unexpected(
            "at most " + length + " items, as the array says", "one for place " + place);
      }
      extend(items, place, in);
      Object value = in.readLookedAt(leaf);
      if (value == EncodedInput.PENDING) {
        open.add(new Open(place, in.pending()));
        value = null;
      }
      if (place == items.size()) {
        items.add(value);
      } else {
        items.set(place, value);
      }
      place++;
      child = in.xml.nextChild(child);
    }
    if (length > 0) {
      extend(items, length, in);
    }
    int[] sizes = header.rank() == 1 ? null : sizes(header, items, in);
    if (!shape.hasPlaces()) {
      for (int i = open.size() - 1; i >= 0; i--) {
        items.remove(open.get(i).place); // added once it is known
      }
    }
    Object value = made(items, sizes, in);
    for (Open each : open) {
      wait(each, value, sizes, leaf, in);
    }
    in.define(id, value, this);
    return value;
  }

  private Object made(List<@Nullable Object> items, int @Nullable [] sizes, EncodedInput in) {
    try {
      return sizes == null ? shape.make(items) : make(items, sizes, 0, 0);
    } catch (NullPointerException | ClassCastException | IllegalArgumentException e) {
      throw in.xml.refused("items that a " + shape.type().getSimpleName() + " takes", e);
    }
  }

  private static void extend(List<@Nullable Object> items, int size, EncodedInput in) {
    if (items.size() < size) {
      in.countAbsent((long) size - items.size());
      while (items.size() < size) {
        items.add(null);
      }
    }
  }

  /** The type of the items of an array of several dimensions. */
  private EncodedType leaf(int rank, EncodedInput in) {
    EncodedType leaf = item;
    if (rank > 1 && !shape.hasPlaces()) {
      throw in.xml.unexpected("an array of 1 dimension", "one of " + rank);
    }
    for (int i = 1; i < rank; i++) {
      if (leaf == types.any()) {
        return leaf;
      }
      if (!(leaf instanceof ArrayType array)) {
        throw in.xml.unexpected(
            "an array of " + i + (i == 1 ? " dimension" : " dimensions"), "one of " + rank);
      }
      leaf = array.item;
    }
    return leaf;
  }

  /** The sizes of the dimensions, the first one from what has come where it is not said. */
  private static int[] sizes(ArrayHeader header, List<?> items, EncodedInput in) {
    int[] sizes = Objects.requireNonNull(header.sizes()).clone();
    if (sizes[0] < 0) {
      long row = 1;
      for (int i = 1; i < sizes.length; i++) {
        row *= sizes[i];
      }
      sizes[0] = row == 0 ? 0 : (int) ((items.size() + row - 1) / row);
    }
    long cells = 1;
    long objects = 0; // arrays of all dimensions, and the items that they have room for
    for (int size : sizes) {
      cells *= size;
      objects += cells;
    }
    in.countAbsent(Math.max(0, objects - items.size()));
    return sizes;
  }

  /** The array of a dimension, of the items from a place on. */
  private Object make(List<@Nullable Object> items, int[] sizes, int dimension, int from) {
    List<@Nullable Object> own = new ArrayList<>();
    int stride = 1;
    for (int i = dimension + 1; i < sizes.length; i++) {
      stride *= sizes[i];
    }
    for (int i = 0; i < sizes[dimension]; i++) {
      int at = from + i * stride;
      if (dimension == sizes.length - 1) {
        own.add(at < items.size() ? items.get(at) : null);
      } else {
        own.add(inner().make(items, sizes, dimension + 1, at));
      }
    }
    return shape.make(own);
  }

  /** The type of the arrays that are the items. */
  private ArrayType inner() {
    return (ArrayType) (item instanceof ArrayType ? item : types.arrayOf(types.any()));
  }

  /** Has an item put in once it is known. */
  private void wait(
      Open each, Object whole, int @Nullable [] sizes, EncodedType leaf, EncodedInput in) {
    Object holder = whole;
    ArrayType holderType = this;
    int index = each.place;
    for (int i = 1; sizes != null && i < sizes.length; i++) {
      int stride = 1;
      for (int j = i; j < sizes.length; j++) {
        stride *= sizes[j];
      }
      holder = holderType.shape.items(holder).get(index / stride);
      holderType = holderType.inner();
      index %= stride;
    }
    in.later(each.reference, leaf, holderType.shape, holder, index);
  }

  // ---- copies ----

  @Override
  Object copy(Object value, EncodedCopy copies) {
    Object copy = shape.emptyLike(value);
    copies.fillLater(this, value, copy);
    return copy;
  }

  @Override
  void fill(Object value, Object copy, EncodedCopy copies) {
    if (shape.copyNumbers(value, copy)) {
      return;
    }
    int index = 0;
    for (Object each : shape.items(value)) {
      shape.set(copy, index++, copies.of(item, each));
    }
  }

  @Override
  boolean equal(Object one, Object other, EncodedComparison pairs) {
    List<?> items = shape.items(one);
    List<?> others = shape.items(other);
    if (items.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      if (!pairs.equal(item, items.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  void hash(Object value, EncodedHash hash) {
    for (Object each : shape.items(value)) {
      hash.add(item, each);
    }
  }

  @Override
  void collect(Set<EncodedType> collected) {
    if (collected.add(this)) {
      item.collect(collected);
    }
  }

  @Override
  String describe() {
    return "an array of " + item.describe();
  }
}
