package io.castile.generate.bean;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.xml.sax.InputSource;

/** A file of bindings that gives dates and times classes of {@code java.time}. */
final class JavaTimeBindings extends InputSource {
  private final byte[] text;

  /**
   * @param packageName of the class that reads and writes them
   */
  JavaTimeBindings(String packageName) {
    super("castile-java-time.xjb");
    StringBuilder bindings = new StringBuilder();
    bindings
        .append("<b:bindings xmlns:b='")
        .append(Customization.NAMESPACE)
        .append("' xmlns:x='http://www.w3.org/2001/XMLSchema' version='")
        .append(Customization.VERSION)
        .append("'><b:globalBindings>");
    String reader = packageName + "." + JavaTime.CLASS;
    for (JavaTime each : JavaTime.values()) {
      bindings.append(
          "<b:javaType name='%s' xmlType='x:%s' parseMethod='%s.%s' printMethod='%s.%s'/>"
              .formatted(each.type(), each.xmlType(), reader, each.parse(), reader, each.print()));
    }
    bindings.append("</b:globalBindings></b:bindings>");
    text = bindings.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns another stream for each reader. */
  @Override
  public InputStream getByteStream() {
    return new ByteArrayInputStream(text);
  }
}
