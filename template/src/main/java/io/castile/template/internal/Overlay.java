package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * A message that is never there as a whole: it is made while it is sent, its long arrays and lists
 * of numbers, and of beans of numbers, in one chunk over and over (chunk overlaying, section 3.3 of
 * the paper), while another thread sends the chunk before. Memory is bounded by two chunks, and by
 * the longest text.
 *
 * <p>Owned by one thread at a time. What is written must not change until it has been sent.
 */
public final class Overlay implements Payload {
  private final TemplateOptions options;
  private final Content<? extends Exception> content;

  /**
   * @param options the size of the chunks, and where stuffing stands; unless there is none, arrays
   *     are stuffed to the greatest width of their type, so that start tags stay where they are
   * @param content writes the message; called once for each {@link #writeTo}
   */
  public Overlay(TemplateOptions options, Content<? extends Exception> content) {
    this.options = Objects.requireNonNull(options, "options");
    this.content = Objects.requireNonNull(content, "content");
  }

  @Override
  public int size() {
    return UNKNOWN_SIZE;
  }

  /**
   * @throws IOException what the stream throws, or with a cause what the content throws if it is
   *     checked
   */
  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (OverlayPipe pipe = new OverlayPipe(out, options.chunkBytes())) {
      OverlayWriter writer = new OverlayWriter(options, pipe);
      content.writeTo(writer);
      writer.drain();
      pipe.finish();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the message cannot be written: " + e.getMessage(), e);
    }
  }
}
