package io.castile.cli.explain;

import io.castile.codec.BindingException;
import io.castile.codec.jaxb.Codecs;
import io.castile.codec.typed.AbsentProperty;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.TypedPlan;
import io.castile.delta.typed.TypedCodings;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * How a message goes between two ends with the differential link: as values, or as XML.
 *
 * @param operation the name of the operation; that of the class where there is none
 * @param direction {@code request}, {@code response}, or {@code message} where there is no
 *     operation
 * @param reason why every such message goes as XML; null where values go
 * @param absent the properties that have no columns
 */
public record LinkForm(
    String operation, String direction, @Nullable String reason, List<AbsentProperty> absent) {
  /** How many properties are named on the line of a message; all of them are listed once below. */
  private static final int NAMED = 8;

  /** Where the plan of a message comes from. */
  private interface Source {
    TypedPlan plan() throws NotTypedException;
  }

  private static LinkForm of(String operation, String direction, Source source) {
    try {
      return new LinkForm(operation, direction, null, source.plan().absent());
    } catch (NotTypedException | BindingException e) {
      return new LinkForm(operation, direction, String.valueOf(e.getMessage()), List.of());
    }
  }

  /** Returns the messages of a service, by operation. */
  public static List<LinkForm> of(ServiceModel service) {
    List<LinkForm> all = new ArrayList<>();
    for (OperationModel operation : service.operations()) {
      String name = operation.toString();
      Message response = operation.response();
      all.add(of(name, "request", () -> TypedCodings.requireRequest(operation).plan()));
      if (response != null) {
        all.add(of(name, "response", () -> TypedCodings.require(response).plan()));
      }
    }
    return all;
  }

  /** Returns the message that is an element of a class. */
  public static LinkForm of(Class<?> type, Codecs codecs) {
    QName other = new QName(type.getSimpleName());
    return of(
        type.getName(),
        "message",
        () ->
            TypedPlan.of(
                type.isAnnotationPresent(XmlRootElement.class)
                    ? codecs.of(type)
                    : codecs.element(type, other)));
  }

  /** Returns what the message goes as, in words. */
  public String text() {
    if (reason != null) {
      return "XML: " + reason;
    }
    if (absent.isEmpty()) {
      return "values";
    }
    String names =
        absent.stream().limit(NAMED).map(Object::toString).collect(Collectors.joining(", "));
    String more = absent.size() > NAMED ? ", and " + (absent.size() - NAMED) + " more" : "";
    return "values, but XML where these properties have a value: " + names + more;
  }

  /** Returns the same as fields of a JSON object. */
  public Map<String, Object> forMachines() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("operation", operation);
    row.put("direction", direction);
    row.put("form", reason == null ? "values" : "XML");
    row.put("reason", reason);
    row.put("withoutColumns", absent.stream().map(LinkForm::fullName).toList());
    return row;
  }

  /** Returns the properties without columns of some messages, each once, with the reason. */
  public static Map<String, String> reasons(List<LinkForm> messages) {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (LinkForm message : messages) {
      message.absent.forEach(each -> reasons.put(fullName(each), each.reason()));
    }
    return reasons;
  }

  private static String fullName(AbsentProperty property) {
    Class<?> type = property.type();
    return (type.isArray() ? "" : type.getName() + ".") + property.name();
  }
}
