package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
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

  /** Attributes, and a text or elements. */
  private static final class Fields implements Form {
    final Map<XmlName, Attribute> attributes = new HashMap<>();
    int required; // of the attributes
    final @Nullable TextScreen text; // null where there is none
    final List<Child> row; // the elements in their order; empty for a text
    final Map<XmlName, ElementPlan> elements = new HashMap<>();
    final @Nullable ContentModel model; // null where the order is that of the row
    final boolean isEmpty; // whether there may not even be white space

    Fields(ComplexPlan type, @Nullable TextScreen text) {
      this.text = text;
      this.row = type.children();
      this.model = type.model();
      this.isEmpty = row.isEmpty();
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
    try {
      return passes(in, element, 0, new ContentModel.Effort());
    } catch (ValueException e) { // of elements that can be counted in too many ways
      return false;
    }
  }

  private boolean passes(XmlReader in, ElementPlan element, int depth, ContentModel.Effort effort) {
    if (element.isAbstract() || element.preset() != null || depth > MAX_DEPTH) {
      return false;
    }
    Form form = form(element.type());
    if (form instanceof Text text) {
      return in.attributeCount() == 0 && passesText(in, text.content);
    }
    return form instanceof Fields fields
        && passesAttributes(in, fields)
        && (fields.text != null
            ? passesText(in, fields.text)
            : fields.model == null
                ? passesRow(in, fields, depth, effort)
                : passesModel(in, fields, fields.model, depth, effort));
  }

  private static boolean passesText(XmlReader in, TextScreen screen) {
    String text = "";
    int event = in.next();
    if (event == XmlReader.TEXT) {
      text = in.text();
      event = in.next();
    }
    return event == XmlReader.END_ELEMENT && screen.passes(text);
  }

  private static boolean passesAttributes(XmlReader in, Fields fields) {
    int required = 0;
    for (int i = 0; i < in.attributeCount(); i++) {
      Attribute known = fields.attributes.get(in.attributeName(i));
      if (known == null || !known.value.passes(in.attribute(i).toString())) {
        return false;
      }
      required += known.isRequired ? 1 : 0;
    }
    return required == fields.required;
  }

  private boolean passesRow(XmlReader in, Fields fields, int depth, ContentModel.Effort effort) {
    List<Child> row = fields.row;
    int at = 0;
    int count = 0; // of the element at this place of the row
    while (toChild(in, fields)) {
      XmlName name = in.name();
      while (at < row.size() && !row.get(at).name().equals(name)) {
        if (count < row.get(at).min()) {
          return false;
        }
        at++;
        count = 0;
      }
      if (at == row.size()) {
        return false;
      }
      Child child = row.get(at);
      count++;
      boolean mayCome = child.max() == Particle.UNBOUNDED || count <= child.max();
      if (!mayCome || !passes(in, child.element(), depth + 1, effort)) {
        return false;
      }
    }
    while (at < row.size() && count >= row.get(at).min()) {
      at++;
      count = 0;
    }
    return at == row.size() && in.event() == XmlReader.END_ELEMENT;
  }

  private boolean passesModel(
      XmlReader in, Fields fields, ContentModel model, int depth, ContentModel.Effort effort) {
    ContentModel.State state = model.start();
    while (toChild(in, fields)) {
      ElementPlan element = fields.elements.get(in.name()); // no other name fills the model
      ContentModel.State next = element == null ? null : model.next(state, in.name(), effort);
      if (element == null || next == null || !passes(in, element, depth + 1, effort)) {
        return false;
      }
      state = next;
    }
    return state.isEnd() && in.event() == XmlReader.END_ELEMENT;
  }

  /** Moves to the next child; false at the end, or at what is not known. */
  private static boolean toChild(XmlReader in, Fields fields) {
    int event = in.next();
    while (event == XmlReader.TEXT && !fields.isEmpty && isWhite(in.text())) {
      event = in.next();
    }
    return event == XmlReader.START_ELEMENT;
  }

  private static boolean isWhite(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > ' ') { // of the others, XML allows only white space
        return false;
      }
    }
    return true;
  }

  // ---- forms ----

  private Form form(TypePlan type) {
    Form known = forms.get(type);
    if (known == null) {
      known = planned(type);
      forms.put(type, known);
    }
    return known;
  }

  private static Form planned(TypePlan type) {
    if (type instanceof SimplePlan simple) {
      TextScreen text = TextScreen.of(simple);
      return text == null ? Unknown.UNKNOWN : new Text(text);
    }
    Fields fields = type instanceof ComplexPlan complex ? fields(complex) : null;
    return fields == null ? Unknown.UNKNOWN : fields;
  }

  /** Returns the form of a complex type; null for one that is not known. */
  private static @Nullable Fields fields(ComplexPlan type) {
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
