package io.castile;

import java.lang.reflect.InvocationHandler;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inspects ports of Apache CXF, whose request contexts have header fields, header blocks and
 * attachments under names of CXF's own.
 */
final class CxfInspector implements PortInspector {
  private static final String HANDLERS = "org.apache.cxf.";
  private static final String FIELDS = "org.apache.cxf.message.Message.PROTOCOL_HEADERS";
  private static final String BLOCKS = "org.apache.cxf.headers.Header.list";
  private static final String ATTACHMENTS = "org.apache.cxf.message.Message.ATTACHMENTS";

  private final InvocationHandler handler;

  /** Null before the first call, and where there is none. */
  private volatile @Nullable ContextMemory memory;

  private CxfInspector(InvocationHandler handler) {
    this.handler = handler;
  }

  /** Returns null for the handler of another stack's port. */
  static @Nullable CxfInspector of(InvocationHandler handler) {
    return handler.getClass().getName().startsWith(HANDLERS) ? new CxfInspector(handler) : null;
  }

  @Override
  public boolean isContextPerThread() {
    return true;
  }

  @Override
  public boolean takesConditions() {
    return CxfConditions.install(handler);
  }

  @Override
  public @Nullable ContextMemory memory(Map<String, Object> context) {
    if (memory == null) {
      memory = ContextMemory.of(context);
    }
    return memory;
  }

  @Override
  public @Nullable Object fields(Map<String, Object> context) {
    return fieldsIn(context);
  }

  @Override
  public @Nullable String hidden(Map<String, Object> context) {
    return hiddenIn(context);
  }

  /** Like {@link #fields}, of a port that may be one of CXF. */
  static @Nullable Object fieldsIn(Map<String, Object> context) {
    return context.get(FIELDS);
  }

  /** Like {@link #hidden}, of a port that may be one of CXF. */
  static @Nullable String hiddenIn(Map<String, Object> context) {
    if (PortInspector.hasParts(context.get(ATTACHMENTS))) {
      return "the request context has attachments";
    }
    return PortInspector.hasParts(context.get(BLOCKS))
        ? "header blocks were added to the port"
        : null;
  }
}
