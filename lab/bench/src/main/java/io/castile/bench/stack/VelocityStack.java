package io.castile.bench.stack;

import io.castile.bench.data.Envelopes;
import io.castile.bench.data.Message;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.velocity.Template;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;
import org.apache.velocity.runtime.RuntimeConstants;
import org.apache.velocity.runtime.resource.loader.ClasspathResourceLoader;

/**
 * A serializer as the LYE paper generated first: a template with the constant tags of the message,
 * merged with its values by Velocity. It does not read.
 */
final class VelocityStack implements Stack {
  @Override
  public String name() {
    return "Velocity";
  }

  @Override
  public boolean writes() {
    return true;
  }

  @Override
  public boolean reads() {
    return false;
  }

  @Override
  public Prepared prepare(Message message) {
    return new PreparedTemplate(message);
  }

  private static final class PreparedTemplate implements Prepared {
    private final Template template;
    private final VelocityContext context = new VelocityContext();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);

    PreparedTemplate(Message message) {
      VelocityEngine engine = new VelocityEngine();
      engine.setProperty(RuntimeConstants.RESOURCE_LOADERS, "class");
      engine.setProperty("resource.loader.class.class", ClasspathResourceLoader.class.getName());
      engine.setProperty(RuntimeConstants.RUNTIME_REFERENCES_STRICT, true);
      engine.setProperty("resource.loader.class.cache", true);
      engine.init();
      template =
          engine.getTemplate(
              "io/castile/bench/templates/" + message.template() + ".vm",
              StandardCharsets.UTF_8.name());
      context.put("element", message.element().getLocalPart());
      context.put("namespace", message.element().getNamespaceURI());
      context.put("xml", new Escaper());
      adopt(message.value());
    }

    @Override
    public int write() throws Exception {
      out.reset();
      Envelopes.start(out);
      template.merge(context, writer);
      writer.flush();
      Envelopes.end(out);
      return out.size();
    }

    @Override
    public byte[] written() {
      return out.toByteArray();
    }

    @Override
    public Object read(byte[] document) {
      throw new UnsupportedOperationException("templates do not read");
    }

    @Override
    public void adopt(Object read) {
      context.put("reply", read);
    }
  }

  /** What templates call to write values as XML. Public for Velocity. */
  public static final class Escaper {
    /** Escapes text. */
    public String text(String text) {
      int i = 0;
      while (i < text.length() && isPlain(text.charAt(i))) {
        i++;
      }
      return i == text.length() ? text : escaped(text);
    }

    private static boolean isPlain(char c) {
      return c != '<' && c != '&' && c != '>' && c != '\r';
    }

    private static String escaped(String text) {
      StringBuilder escaped = new StringBuilder(text.length() + 16);
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        switch (c) {
          case '<' -> escaped.append("&lt;");
          case '&' -> escaped.append("&amp;");
          case '>' -> escaped.append("&gt;");
          case '\r' -> escaped.append("&#13;");
          default -> escaped.append(c);
        }
      }
      return escaped.toString();
    }

    /** Bytes as base64. */
    public String base64(byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
  }
}
