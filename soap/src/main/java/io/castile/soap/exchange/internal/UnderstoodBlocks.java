package io.castile.soap.exchange.internal;

import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.Interceptor;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** The header blocks that links of a chain see to. Immutable. */
public final class UnderstoodBlocks {
  private final List<HeaderProcessor> processors = new ArrayList<>();

  public UnderstoodBlocks(List<Interceptor> links) {
    for (Interceptor link : links) {
      if (link instanceof HeaderProcessor processor) {
        processors.add(processor);
      }
    }
  }

  /** Whether one of them sees to blocks of that name. */
  boolean has(QName block) {
    for (HeaderProcessor processor : processors) {
      if (processor.understands(block)) {
        return true;
      }
    }
    return false;
  }
}
