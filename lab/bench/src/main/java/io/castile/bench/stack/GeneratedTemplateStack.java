package io.castile.bench.stack;

import io.castile.bench.data.Envelopes;
import io.castile.bench.data.Message;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;

/**
 * The template form of LYE from a WSDL alone: templates of Velocity that are generated of it,
 * merged with generated beans by generated classes. It does not read.
 */
final class GeneratedTemplateStack implements Stack {
  @Override
  public String name() {
    return "Velocity, generated";
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
  public Prepared prepare(Message message) throws Exception {
    Class<?> type = GeneratedClasses.ofPortal(message, "");
    MethodHandle write =
        MethodHandles.publicLookup()
            .findStatic(
                GeneratedClasses.ofPortal(message, "TemplateSerializer"),
                "write",
                MethodType.methodType(void.class, type, Writer.class))
            .asType(MethodType.methodType(void.class, Object.class, Writer.class));
    Prepared prepared = new PreparedTemplate(write);
    prepared.adopt(CastileStack.compiled(type).read(ReferenceAnswers.document(message)));
    return prepared;
  }

  private static final class PreparedTemplate implements Prepared {
    private final MethodHandle write;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    private Object value;

    PreparedTemplate(MethodHandle write) {
      this.write = write;
    }

    @Override
    public int write() throws Exception {
      out.reset();
      Envelopes.start(out);
      try {
        write.invokeExact(value, writer);
      } catch (Exception | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new AssertionError("a method throws an exception or an error", e);
      }
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
      value = read;
    }
  }
}
