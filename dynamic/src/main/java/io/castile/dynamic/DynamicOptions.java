package io.castile.dynamic;

import io.castile.Castile;
import io.castile.soap.SoapHeader;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.value.MessageValues;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.DomReader;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The options of one call. Immutable; each method returns other options. */
public final class DynamicOptions {
  /** The options that change nothing: the client's settings hold. */
  public static final DynamicOptions NONE = new DynamicOptions(Map.of(), Map.of(), Map.of());

  private final Map<String, Object> properties;
  private final Map<String, List<String>> fields;
  private final Map<String, @Nullable Object> blocks;

  private DynamicOptions(
      Map<String, Object> properties,
      Map<String, List<String>> fields,
      Map<String, @Nullable Object> blocks) {
    this.properties = properties;
    this.fields = fields;
    this.blocks = blocks;
  }

  /** Sends the call to another address. */
  public DynamicOptions endpoint(String endpoint) {
    return property(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, endpoint);
  }

  /** Sets how long the call may take; positive. */
  public DynamicOptions timeout(Duration timeout) {
    return property(Castile.CALL_TIMEOUT, timeout.toMillis());
  }

  /** Sends user and password by Basic authentication. */
  public DynamicOptions basicAuth(String user, String password) {
    return property(BindingProvider.USERNAME_PROPERTY, user)
        .property(BindingProvider.PASSWORD_PROPERTY, password);
  }

  /** Sends a username token (WS-Security 1.1). */
  public DynamicOptions usernameToken(String user, String password) {
    return property(Castile.WS_SECURITY_USERNAME, user)
        .property(Castile.WS_SECURITY_PASSWORD, password);
  }

  /** Sets a property of the request context, as {@link BindingProvider} has it. */
  public DynamicOptions property(String name, Object value) {
    return new DynamicOptions(
        with(properties, name, Objects.requireNonNull(value, name)), fields, blocks);
  }

  /** Sends a header field of HTTP. */
  public DynamicOptions header(String name, String value) {
    return new DynamicOptions(properties, with(fields, name, List.of(value)), blocks);
  }

  /**
   * Sends a header block.
   *
   * @param name that of a block that the description has, or any in Clark notation
   * @param value as an argument; null for {@code xsi:nil}
   */
  public DynamicOptions soapHeader(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(blocks);
    more.put(name, value);
    return new DynamicOptions(properties, fields, more);
  }

  private static <T> Map<String, T> with(Map<String, T> map, String key, T value) {
    Map<String, T> copy = new LinkedHashMap<>(map);
    copy.put(key, value);
    return copy;
  }

  /**
   * Returns arguments with the header blocks that the description has.
   *
   * @throws IllegalArgumentException if one of them is an argument, too, or is given by two names
   */
  Map<String, ?> withBlocks(Map<String, ?> arguments, MessageValues request) {
    if (blocks.isEmpty()) {
      return arguments;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>(arguments);
    blocks.forEach(
        (name, value) -> {
          int index = declared(name, request);
          if (index < 0) {
            return;
          }
          QName declared = request.name(index);
          String full = "{" + declared.getNamespaceURI() + "}" + declared.getLocalPart();
          for (String key : List.of(request.blockKey(index), full)) {
            if (arguments.containsKey(key)) {
              throw twice(full, "as argument " + key, name);
            }
          }
          if (all.containsKey(full)) {
            throw twice(full, "as another header block of the options", name);
          }
          all.put(full, value);
        });
    return all;
  }

  private static IllegalArgumentException twice(String block, String where, String name) {
    return new IllegalArgumentException(
        "expected header block "
            + block
            + " once, found it twice: "
            + where
            + ", and as header block "
            + name
            + " of the options");
  }

  /** Returns the index of a header block that the description has; -1 for another one. */
  private static int declared(String name, MessageValues request) {
    for (int i = request.bodySize(); i < request.size(); i++) {
      QName declared = request.name(i);
      if (declared.toString().equals(name) || declared.getLocalPart().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the properties of the call, with all other header blocks. */
  Map<String, Object> properties(OperationValues operation, MessageValues request) {
    if (fields.isEmpty() && blocks.isEmpty()) {
      return properties;
    }
    Map<String, Object> all = new LinkedHashMap<>(properties);
    if (!fields.isEmpty()) {
      all.put(MessageContext.HTTP_REQUEST_HEADERS, fields);
    }
    List<SoapHeader> others = new ArrayList<>();
    blocks.forEach(
        (name, value) -> {
          if (declared(name, request) < 0) {
            others.add(block(name, value, operation, request));
          }
        });
    if (!others.isEmpty()) {
      all.put(CallHeaderBlocks.PROPERTY, List.copyOf(others));
    }
    return all;
  }

  private static SoapHeader block(
      String name, @Nullable Object value, OperationValues operation, MessageValues request) {
    if (!name.startsWith("{")) {
      List<String> known = new ArrayList<>();
      for (int i = request.bodySize(); i < request.size(); i++) {
        known.add(request.name(i).getLocalPart());
      }
      throw new IllegalArgumentException(
          "expected a header block as {namespace}name"
              + (known.isEmpty() ? "" : ", or one of " + String.join(", ", known))
              + ", found "
              + name);
    }
    byte[] document;
    try {
      document = operation.element(QName.valueOf(name), value);
    } catch (ValueException e) {
      throw new IllegalArgumentException(
          "Cannot use header block " + name + ": " + e.getMessage(), e);
    }
    XmlReader in = new XmlReader().reset(document, 0, document.length);
    in.nextChild(null);
    return SoapHeader.of(DomReader.readSelfContained(in));
  }
}
