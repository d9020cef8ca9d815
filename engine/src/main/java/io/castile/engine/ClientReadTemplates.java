package io.castile.engine;

import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.template.Templates;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.TemplateKey;
import io.castile.template.read.ReadTemplate;
import io.castile.template.read.ReadTemplates;
import io.castile.xml.internal.ElementCache;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a client or server for the messages that it reads: each is read by its difference
 * to one before. Thread-safe.
 *
 * <p>An operation object belongs to one model, with its codecs, so that it is the key: what is
 * remembered refers to codecs.
 */
public final class ClientReadTemplates implements ReadTemplateSource {
  private final ReadTemplates templates;
  private final Direction direction;
  private final ReadOnly readOnly;
  private final ConcurrentHashMap<OperationModel, TemplateKey> keys = new ConcurrentHashMap<>(1);
  private volatile boolean closed;

  private ClientReadTemplates(ReadTemplates templates, Direction direction, ReadOnly readOnly) {
    this.templates = templates;
    this.direction = direction;
    this.readOnly = readOnly;
  }

  /** Memories in that store, if it is one. */
  public static ReadTemplateSource of(Templates templates, Direction direction, ReadOnly readOnly) {
    return templates == Templates.off()
        ? ReadTemplateSource.NONE
        : new ClientReadTemplates(TemplateStore.of(templates).reading(), direction, readOnly);
  }

  @Override
  public @Nullable ElementCache take(OperationModel operation, boolean request, byte[] message) {
    if (closed) {
      return null;
    }
    TemplateKey key = keys.get(operation);
    if (key == null) {
      key = new TemplateKey(direction, operation.toString(), operation);
      TemplateKey earlier = keys.putIfAbsent(operation, key);
      key = earlier == null ? key : earlier;
    }
    ReadTemplate taken = templates.take(key, readOnly.includes(operation), message);
    if (closed) {
      forget(); // what was remembered meanwhile
    }
    return taken;
  }

  @Override
  public boolean isReadOnly(OperationModel operation) {
    return readOnly.includes(operation);
  }

  @Override
  public void give(ElementCache memory) {
    templates.give((ReadTemplate) memory);
  }

  /** The keys hold the codecs of the client or server, of which nothing is to be left. */
  @Override
  public void close() {
    closed = true;
    forget();
  }

  private void forget() {
    for (TemplateKey key : keys.values()) {
      templates.remove(key);
    }
  }

  /**
   * The operations whose values are not changed after they have been read. Not thread-safe while it
   * is being added to.
   */
  public static final class ReadOnly {
    private final Set<String> names = new TreeSet<>();
    private boolean all;

    public void setAll(boolean enabled) {
      all = enabled;
    }

    public void add(String operation, String... more) {
      names.add(Objects.requireNonNull(operation, "operation"));
      for (String another : Objects.requireNonNull(more, "operations")) {
        names.add(Objects.requireNonNull(another, "operation"));
      }
    }

    public ReadOnly copy() {
      ReadOnly copy = new ReadOnly();
      copy.names.addAll(names);
      copy.all = all;
      return copy;
    }

    boolean includes(OperationModel operation) {
      return all || names.contains(operation.name().getLocalPart());
    }

    /**
     * @throws IllegalArgumentException if one of the names is no operation's
     */
    public void check(Iterable<ServiceModel> models) {
      Set<String> unknown = new TreeSet<>(names);
      Set<String> known = new TreeSet<>();
      for (ServiceModel model : models) {
        for (OperationModel operation : model.operations()) {
          known.add(operation.name().getLocalPart());
        }
      }
      unknown.removeAll(known);
      if (!unknown.isEmpty()) {
        throw new IllegalArgumentException(
            "readOnly: expected operations of " + known + ", found " + unknown);
      }
    }
  }
}
