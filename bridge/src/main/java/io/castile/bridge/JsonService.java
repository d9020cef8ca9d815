package io.castile.bridge;

import io.castile.soap.SoapVersion;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Service;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a description by the segments of a path, {@code SERVICE/OPERATION}, under which
 * they are called by JSON. Thread-safe.
 */
public final class JsonService {
  private final Description description;
  private final EnvelopeReaders readers;
  private final Map<String, Map<String, JsonOperation>> operations = new LinkedHashMap<>();
  private final Set<String> segments = new HashSet<>();
  private volatile @Nullable Boolean isQuick; // null until it is known
  private final AtomicBoolean isAsked = new AtomicBoolean(); // whether a thread looks

  private JsonService(Description description) {
    this.description = description;
    this.readers = new EnvelopeReaders(Descriptions.names(description));
    for (SoapEnd end : SoapEnd.of(description)) {
      String name = end.service().getLocalPart();
      add(end.isFirst() ? name : name + "." + end.port().name(), end.port().binding());
    }
  }

  /** Returns the operations of SOAP of a description. */
  public static JsonService of(Description description) {
    return new JsonService(description);
  }

  private void add(String wanted, Binding binding) {
    String segment = free(wanted, segments);
    SoapVersion version =
        binding.protocol() == Protocol.SOAP_1_2 ? SoapVersion.SOAP_1_2 : SoapVersion.SOAP_1_1;
    Map<String, JsonOperation> named = new LinkedHashMap<>();
    binding
        .named()
        .forEach(
            (name, bound) ->
                named.put(
                    name,
                    new JsonOperation(
                        segment,
                        name,
                        version,
                        bound,
                        Descriptions.values(description, bound),
                        readers,
                        this::isKnownQuick)));
    operations.put(segment, named);
  }

  /** Returns a name that is in none of the used ones, and notes it there. */
  static String free(String wanted, Set<String> used) {
    String free = wanted;
    for (int i = 2; !used.add(free); i++) {
      free = wanted + "_" + i;
    }
    return free;
  }

  /** Returns the address of the first port of SOAP; empty where none has one. */
  public String address() {
    for (Service each : Descriptions.services(description)) {
      for (Port port : each.ports()) {
        if (port.binding().protocol().isSoap() && !port.address().isEmpty()) {
          return port.address();
        }
      }
    }
    return "";
  }

  /** Returns all operations, those without a form in JSON too, in the order of the description. */
  public List<JsonOperation> operations() {
    List<JsonOperation> all = new ArrayList<>();
    operations.values().forEach(named -> all.addAll(named.values()));
    return Collections.unmodifiableList(all);
  }

  /** Returns the operation with a path; null for none. */
  public @Nullable JsonOperation find(String service, String operation) {
    return operations.getOrDefault(service, Map.of()).get(operation);
  }

  /**
   * Whether small messages are soon compared with the schemas, whatever is in them. Takes time when
   * it is first asked for. False for schemas of which one cannot be read, though no message may
   * need that one.
   */
  boolean isQuick() {
    Boolean known = isQuick;
    if (known == null) {
      try {
        known = QuickSchemas.are(Descriptions.schemas(description));
      } catch (UncheckedIOException e) {
        known = false;
      }
      isQuick = known;
    }
    return known;
  }

  /**
   * Whether it is known that small messages are soon compared with the schemas. Where nothing is
   * known, a thread of its own looks from now on: the first response of a large description would
   * wait for more than a second.
   */
  private boolean isKnownQuick() {
    Boolean known = isQuick;
    if (known == null && isAsked.compareAndSet(false, true)) {
      Thread thread = new Thread(this::isQuick, "castile-schemas");
      thread.setDaemon(true);
      thread.start();
    }
    return known != null && known;
  }

  /** Returns what reads its messages. */
  EnvelopeReaders readers() {
    return readers;
  }

  Description description() {
    return description;
  }
}
