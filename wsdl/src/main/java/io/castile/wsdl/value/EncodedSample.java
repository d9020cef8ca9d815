package io.castile.wsdl.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.codec.encoded.Described;
import io.castile.codec.encoded.DescribedTypes;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An example of an encoded message: every field once, and an item of every array. */
final class EncodedSample {
  private static final int MAX_DEPTH = 20;

  private final EncodedPlans plans;
  private final Examples examples = new Examples();
  private final Set<Described> open = new HashSet<>();

  EncodedSample(EncodedPlans plans) {
    this.plans = plans;
  }

  /** Returns the text of a message, with an element in each line. */
  String of(MessageValues message, List<Described.Field> parts) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    parts.forEach(part -> values.put(part.name(), value(part.type())));
    XmlWriter out = new XmlWriter();
    message.write(message.values(values), out);
    return indented(new String(out.toByteArray(), UTF_8));
  }

  private @Nullable Object value(Described type) {
    if (type instanceof Described.Simple simple) {
      return examples.of(plans.simple(simple));
    }
    if (type instanceof Described.AnyMap) {
      return Map.of("key", "value");
    }
    if (type instanceof Described.Any) {
      return "text";
    }
    if (open.size() >= MAX_DEPTH || !open.add(type)) {
      return null; // as around
    }
    Object value;
    if (type instanceof Described.Array array) {
      List<@Nullable Object> items = new ArrayList<>();
      items.add(value(array.item()));
      value = items;
    } else {
      value = fields((Described.Struct) type);
    }
    open.remove(type);
    return value;
  }

  private @Nullable Object fields(Described.Struct declared) {
    Described.Struct type = declared;
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    QName concrete = plans.concrete(declared);
    if (concrete != null && plans.type(concrete) instanceof Described.Struct derived) {
      type = derived;
      fields.put(DescribedTypes.TYPE, concrete.toString());
    }
    type.fields().forEach(field -> fields.put(field.name(), value(field.type())));
    return fields;
  }

  /** Puts each start tag that is not within a line into one of its own. */
  private static String indented(String message) {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    int at = 0;
    while (at < message.length()) {
      int end = message.indexOf('>', at) + 1;
      boolean isEnd = message.startsWith("</", at);
      boolean isEmpty = message.charAt(end - 2) == '/';
      depth -= isEnd ? 1 : 0;
      text.append("  ".repeat(depth)).append(message, at, end);
      depth += isEnd || isEmpty ? 0 : 1;
      int next = message.indexOf('<', end);
      if (next > end || (!isEnd && !isEmpty && next >= 0 && message.startsWith("</", next))) {
        int close = message.indexOf('>', next) + 1; // a text, and the end of its element
        text.append(message, end, close);
        end = close;
        depth--;
      }
      text.append('\n');
      at = end;
    }
    return text.toString();
  }
}
