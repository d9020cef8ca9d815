package io.castile;

import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inspects ports of which the stack cannot be seen, as a framework's proxy around a port of any
 * stack: what may be there is looked for by the names of Apache CXF and of Metro.
 */
class OtherInspector implements PortInspector {
  /** The method of Metro's {@code WSBindingProvider} that sets the header blocks of all calls. */
  private static final String SET_BLOCKS = "setOutboundHeaders";

  private volatile boolean blocksSet;

  @Override
  public @Nullable Object fields(Map<String, Object> context) {
    return CxfInspector.fieldsIn(context);
  }

  @Override
  public @Nullable String hidden(Map<String, Object> context) {
    return CxfInspector.hiddenIn(context);
  }

  @Override
  public boolean hasBlocks() {
    return blocksSet;
  }

  @Override
  public void note(Method method, Object @Nullable [] arguments) {
    if (method.getName().equals(SET_BLOCKS) && arguments != null) {
      blocksSet = true;
    }
  }
}
