package io.castile.cache.graph;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Java's serialized form, within this process: what is read back is only what was written here, of
 * the very classes that were written. Never used on bytes from elsewhere.
 *
 * <p>Thread-safe. Holds the classes that it has written.
 */
public final class SerializedForm {
  /** The classes written so far, by name. */
  private final Map<String, Class<?>> types = new ConcurrentHashMap<>();

  /**
   * @throws NotCacheableException if some object in the graph is not serializable; says which
   */
  public byte[] write(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (ObjectOutputStream out = new Output(bytes)) {
      out.writeObject(value);
    } catch (IOException e) {
      throw NotCacheableException.failed("serialization", e);
    }
    return bytes.toByteArray();
  }

  /** Reads what {@link #write} of this object has written. */
  public Object read(byte[] bytes) {
    try (ObjectInputStream in = new Input(bytes)) {
      return in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw NotCacheableException.failed("deserialization", e);
    }
  }

  private final class Output extends ObjectOutputStream {
    Output(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      Class<?> known = types.putIfAbsent(type.getName(), type);
      if (known != null && known != type) {
        throw new InvalidClassException(type.getName(), "two classes have this name");
      }
    }

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {
      throw new InvalidClassException(type.getName(), "a proxy may do anything");
    }
  }

  private final class Input extends ObjectInputStream {
    Input(byte[] bytes) throws IOException {
      super(new ByteArrayInputStream(bytes));
      setObjectInputFilter(SerializedForm.this::check);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described) throws IOException {
      Class<?> type = types.get(described.getName());
      if (type == null) {
        throw new InvalidClassException(described.getName(), "never written");
      }
      return type;
    }
  }

  private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
    Class<?> type = info.serialClass();
    while (type != null && type.isArray()) {
      type = type.getComponentType();
    }
    // Collections of the JDK ask for the arrays that they are about to make.
    boolean known =
        type == null
            || type.isPrimitive()
            || type == Object.class
            || type == Map.Entry.class
            || types.get(type.getName()) == type;
    return known ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
  }
}
