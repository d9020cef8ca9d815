package io.castile.cxf;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Notes a response's bytes as CXF's parser is given them, where a call wants them: behind all that
 * undoes compression and takes attachments off. {@link MessageReplay} has them read again.
 */
final class ResponseBytes extends AbstractPhaseInterceptor<Message> {
  /** In an exchange: up to how many bytes are wanted. */
  private static final String WANTED = ResponseBytes.class.getName() + ".wanted";

  /** In an exchange: the bytes. */
  private static final String BYTES = ResponseBytes.class.getName() + ".bytes";

  private static final int OK = 200;

  /**
   * The interceptors of CXF that read a message, and nothing but the message. Any other one behind
   * this may count, log, or remember what it has seen, which is not to happen once for each hit.
   */
  private static final List<String> READERS =
      List.of(
          "org.apache.cxf.attachment.",
          "org.apache.cxf.binding.",
          "org.apache.cxf.frontend.",
          "org.apache.cxf.interceptor.",
          "org.apache.cxf.jaxb.",
          "org.apache.cxf.jaxws.",
          "org.apache.cxf.transport.",
          "org.apache.cxf.ws.policy.",
          "org.apache.cxf.wsdl.",
          ResponseBytes.class.getName(),
          ServerInterceptor.class.getName());

  private static final ClassValue<Boolean> IS_READER =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return READERS.stream().anyMatch(type.getName()::startsWith);
        }
      };

  ResponseBytes() {
    super(Phase.POST_STREAM);
    addBefore(StaxInInterceptor.class.getName());
  }

  /**
   * Says before a request is sent that its response is wanted.
   *
   * @param maxBytes 0 for not at all
   */
  static void want(Exchange exchange, long maxBytes) {
    exchange.remove(BYTES);
    if (maxBytes > 0) {
      exchange.put(WANTED, maxBytes);
    } else {
      exchange.remove(WANTED);
    }
  }

  /** The bytes, in UTF-8, never changed; null if they were not wanted, or cannot be read again. */
  static byte @Nullable [] bytes(Exchange exchange) {
    return (byte[]) exchange.get(BYTES);
  }

  @Override
  public void handleMessage(Message message) {
    Exchange exchange = message.getExchange();
    if (!MessageUtils.isRequestor(message)
        || !(exchange.remove(WANTED) instanceof Long maxBytes)
        || !isPlain(message)
        || !isReadByReadersOnly(message)) {
      return;
    }
    InputStream stream = message.getContent(InputStream.class);
    if (stream == null) {
      return;
    }
    ByteArrayOutputStream read = new ByteArrayOutputStream(1024);
    InputStream rest = stream;
    try {
      if (transfer(stream, read, maxBytes)) {
        exchange.put(BYTES, read.toByteArray());
      }
    } catch (IOException e) {
      rest = new Failing(stream, e); // for the parser to find out where it comes to it
    }
    message.setContent(
        InputStream.class,
        new SequenceInputStream(new ByteArrayInputStream(read.toByteArray()), rest));
  }

  /** Whether it is one of XML in UTF-8 alone, and no fault. */
  private static boolean isPlain(Message message) {
    Object encoding = message.get(Message.ENCODING);
    Object status = message.get(Message.RESPONSE_CODE);
    return (status == null || status.equals(OK))
        && StandardCharsets.UTF_8.name().equals(encoding)
        && (message.getAttachments() == null || message.getAttachments().isEmpty());
  }

  private static boolean isReadByReadersOnly(Message message) {
    boolean isBehind = false;
    Iterator<Interceptor<? extends Message>> all = message.getInterceptorChain().iterator();
    while (all.hasNext()) {
      Interceptor<? extends Message> each = all.next();
      if (isBehind && !IS_READER.get(each.getClass())) {
        return false;
      }
      isBehind |= each instanceof ResponseBytes;
    }
    return true;
  }

  /** Reads all if that is no more than so many bytes, and says whether it was. */
  private static boolean transfer(InputStream from, ByteArrayOutputStream to, long maxBytes)
      throws IOException {
    byte[] block = new byte[8192];
    for (int length = from.read(block); length >= 0; length = from.read(block)) {
      to.write(block, 0, length);
      if (to.size() > maxBytes) {
        return false;
      }
    }
    return true;
  }

  /** A stream that has failed. */
  private static final class Failing extends InputStream {
    private final InputStream stream;
    private final IOException failure;

    Failing(InputStream stream, IOException failure) {
      this.stream = stream;
      this.failure = failure;
    }

    @Override
    public int read() throws IOException {
      throw failure;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
