package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds elements that are valid by their schema for certain, at the cost of one reading. It knows
 * the forms that most messages have; of an element that has any other, such as a list, a wildcard
 * or {@code xsi:type}, it says nothing, and a validator has to look. Thread-safe.
 */
public final class SchemaScreen {
  private static final int MAX_DEPTH = 100;

  private final Plans plans;
  private final Map<TypePlan, Form> forms = new ConcurrentHashMap<>();

  /** The elements of messages that have come, which are looked up without the lock of the plans. */
  private final Map<XmlName, ElementPlan> elements = new ConcurrentHashMap<>();

  /**
   * @param plans of all types of a description
   */
  public SchemaScreen(Plans plans) {
    this.plans = plans;
  }

  /** The form that elements of a type have. */
  private sealed interface Form permits Unknown, Text, Fields {}

  /** A form that the screen does not know. */
  private enum Unknown implements Form {
    UNKNOWN
  }

  /** A text without attributes. */
  private record Text(TextScreen content) implements Form {}

  private record Attribute(TextScreen value, boolean isRequired) {}

  /** An element of a row. */
  private final class Place {
    final XmlName name;
    final int min;
    final int max;
    final XmlName next; // that of the element that is likely to come behind it
    private final ElementPlan element;
    private volatile @Nullable Form form; // null until it is first needed

    Place(Child child) {
      this.name = child.name();
      this.min = child.min();
      this.max = child.max();
      this.next = child.max() == 1 ? child.next() : child.name();
      this.element = child.element();
    }

    Form form() {
      Form known = form;
      if (known == null) {
        known = SchemaScreen.this.form(element);
        form = known;
      }
      return known;
    }
  }

  /** Notes whether a reader has passed over something. Used by one thread, for one element. */
  private static final class Strangers implements PassedOver {
    private boolean areFound;

    @Override
    public void element(XmlReader in, Collection<XmlName> known) {
      areFound = true;
    }

    @Override
    public void attribute(XmlReader in, int index, Collection<XmlName> known) {
      areFound = true;
    }

    @Override
    public void text(String text, String path, long offset) {
      areFound = true;
    }
  }

  /** Attributes, and a text or elements. */
  private final class Fields implements Form {
    final Map<XmlName, Attribute> attributes = new HashMap<>();
    int required; // of the attributes
    final @Nullable TextScreen text; // null where there is none
    final List<Place> row = new ArrayList<>(); // in their order; empty for a text
    final Map<XmlName, ElementPlan> elements = new HashMap<>();
    final @Nullable ContentModel model; // null where the order is that of the row

    Fields(ComplexPlan type, @Nullable TextScreen text) {
      this.text = text;
      type.children().forEach(child -> row.add(new Place(child)));
      this.model = type.model();
    }
  }

  /**
   * Reads an element to its end, if it is valid for certain.
   *
   * @param in at the start of an element; none passes that a schema does not declare globally
   * @return false where the element may be valid or not; the reader is anywhere within it then
   */
  public boolean passes(XmlReader in) {
    ElementPlan element = elements.get(in.name());
    if (element == null) {
      element = plans.element(in.name().toQName());
      if (element == null) {
        return false;
      }
      elements.put(element.tag().name, element);
    }
    PassedOver told = XmlInternals.passedOver(in);
    Strangers strangers = new Strangers();
    XmlInternals.withPassedOver(in, strangers);
    try {
      return passes(in, form(element), 0, new ContentModel.Effort()) && !strangers.areFound;
    } catch (ValueException e) { // of elements that can be counted in too many ways
      return false;
    } finally {
      XmlInternals.withPassedOver(in, told);
    }
  }

  private boolean passes(XmlReader in, Form form, int depth, ContentModel.Effort effort) {
    if (form instanceof Text text) {
      return in.attributeCount() == 0 && passesText(in, text.content);
    }
    return form instanceof Fields fields
        && depth <= MAX_DEPTH
        && passesAttributes(in, fields)
        && (fields.text != null
            ? passesText(in, fields.text)
            : fields.row.isEmpty()
                ? in.next() == XmlReader.END_ELEMENT // not even white space
                : fields.model == null
                    ? passesRow(in, fields.row, depth, effort)
                    : passesModel(in, fields, fields.model, depth, effort));
  }

  private static boolean passesText(XmlReader in, TextScreen screen) {
    XmlText text = in.readValueText();
    return !text.hasElements() && screen.passes(text);
  }

  private static boolean passesAttributes(XmlReader in, Fields fields) {
    int required = 0;
    for (int i = 0; i < in.attributeCount(); i++) {
      Attribute known = fields.attributes.get(in.attributeName(i));
      if (known == null || !known.value.passes(in.attribute(i))) {
        return false;
      }
      required += known.isRequired ? 1 : 0;
    }
    return required == fields.required;
  }

  private boolean passesRow(XmlReader in, List<Place> row, int depth, ContentModel.Effort effort) {
    int at = 0;
    int count = 0; // of the element at this place of the row
    XmlName name = in.nextChild(row.get(0).name);
    while (name != null) {
      while (at < row.size() && !row.get(at).name.equals(name)) {
        if (count < row.get(at).min) {
          return false;
        }
        at++;
        count = 0;
      }
      if (at == row.size()) {
        return false;
      }
      Place place = row.get(at);
      count++;
      boolean mayCome = place.max == Particle.UNBOUNDED || count <= place.max;
      if (!mayCome || !passes(in, place.form(), depth + 1, effort)) {
        return false;
      }
      name = in.nextChild(place.next);
    }
    while (at < row.size() && count >= row.get(at).min) {
      at++;
      count = 0;
    }
    return at == row.size();
  }

  private boolean passesModel(
      XmlReader in, Fields fields, ContentModel model, int depth, ContentModel.Effort effort) {
    ContentModel.State state = model.start();
    XmlName name = in.nextChild(null);
    while (name != null) {
      ElementPlan element = fields.elements.get(name); // no other name fills the model
      ContentModel.State next = element == null ? null : model.next(state, name, effort);
      if (element == null || next == null || !passes(in, form(element), depth + 1, effort)) {
        return false;
      }
      state = next;
      name = in.nextChild(name);
    }
    return state.isEnd();
  }

  // ---- forms ----

  private Form form(ElementPlan element) {
    return element.isAbstract() || element.preset() != null
        ? Unknown.UNKNOWN
        : form(element.type());
  }

  private Form form(TypePlan type) {
    Form known = forms.get(type);
    if (known == null) {
      known = planned(type);
      forms.put(type, known);
    }
    return known;
  }

  private Form planned(TypePlan type) {
    if (type instanceof SimplePlan simple) {
      TextScreen text = TextScreen.of(simple);
      return text == null ? Unknown.UNKNOWN : new Text(text);
    }
    Fields fields = type instanceof ComplexPlan complex ? fields(complex) : null;
    return fields == null ? Unknown.UNKNOWN : fields;
  }

  /** Returns the form of a complex type; null for one that is not known. */
  private @Nullable Fields fields(ComplexPlan type) {
    SimplePlan simple = type.simple();
    TextScreen text = simple == null ? null : TextScreen.of(simple);
    boolean isKnown = simple == null ? !type.hasWildcard() : text != null;
    if (type.isAbstract() || type.isMixed() || !isKnown) {
      return null;
    }
    Fields fields = new Fields(type, text);
    for (AttributePlan each : type.attributes()) {
      TextScreen value = each.preset() == null ? TextScreen.of(each.type()) : null;
      if (value != null) {
        fields.attributes.put(each.tag().name, new Attribute(value, each.isRequired()));
      }
      fields.required += each.isRequired() ? 1 : 0;
    }
    for (Child each : type.children()) {
      ElementPlan other = fields.elements.putIfAbsent(each.name(), each.element());
      if (other != null && !Objects.equals(other, each.element())) {
        return null; // one name means two elements
      }
    }
    for (Child each : type.children()) {
      for (ElementPlan substitute : each.element().substitutes()) {
        if (fields.elements.containsKey(substitute.tag().name)) {
          return null; // likewise
        }
      }
    }
    return fields;
  }
}
