package io.castile.soap.exchange.internal;

import io.castile.soap.SoapMessageException;
import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.model.internal.ItemsBody;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The items of a message that arrives, each read when it is needed. Behind the last one, the rest
 * of the message is read and checked. For one thread at a time.
 */
public final class ArrivingItems implements Iterator<@Nullable Object>, AutoCloseable {
  private final EnvelopeReader in;
  private final ItemsBody body;
  private final Consumer<EnvelopeReader> release;
  private boolean hasItem; // at which the reader stands, unless it is behind one
  private boolean isBehindItem;
  private boolean ended;
  private boolean closed;
  private @Nullable Runnable afterEnd; // null for nothing
  private Function<Exception, RuntimeException> failures = ArrivingItems::unchecked;

  /**
   * @param in at the body's element
   * @param values takes the values before the items, and the stream of these
   * @param release takes the reader back when it is not needed any more
   */
  ArrivingItems(
      EnvelopeReader in, ItemsBody body, Object[] values, Consumer<EnvelopeReader> release) {
    this.in = in;
    this.body = body;
    this.release = release;
    this.hasItem = body.readLeading(in.xml(), values);
    if (!hasItem) {
      in.close();
      ended = true;
    }
    Spliterator<@Nullable Object> items =
        Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED);
    values[body.slot()] = StreamSupport.stream(items, false).onClose(this::close);
  }

  private static RuntimeException unchecked(Exception e) {
    return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
  }

  /**
   * Sets the treatment of failures, and an action that runs once, when nothing more will be read.
   * To be called before items are asked for.
   *
   * @param made makes the exception that is thrown of a {@link SoapMessageException}, or an {@link
   *     UncheckedIOException} of the stream
   */
  public void set(Function<Exception, RuntimeException> made, Runnable end) {
    failures = made;
    afterEnd = end;
    if (ended) {
      close();
    }
  }

  /** Whether all has been read, so that there is nothing to wait for. */
  public boolean hasEnded() {
    return ended;
  }

  @Override
  public boolean hasNext() {
    if (isBehindItem && !closed) {
      isBehindItem = false;
      reading(
          xml -> {
            hasItem = body.toNext(xml);
            if (!hasItem) {
              in.close();
              ended = true;
            }
            return null;
          });
    }
    return hasItem && !closed;
  }

  @Override
  public @Nullable Object next() {
    if (!hasNext()) {
      throw new NoSuchElementException(
          closed
              ? "Cannot read on, because the items have been closed."
              : "Cannot read on, because there are no more items.");
    }
    Object item = reading(body::readItem);
    isBehindItem = true;
    return item;
  }

  /** Reads on; nothing more after a failure, or the end. */
  private @Nullable Object reading(Function<XmlReader, @Nullable Object> step) {
    boolean read = false;
    try {
      Object value = step.apply(in.xml());
      read = true;
      return value;
    } catch (XmlException e) {
      throw failures.apply(SoapMessageException.sender(e.getMessage(), e));
    } catch (UncheckedIOException e) {
      throw failures.apply(e);
    } finally {
      if (!read || ended) {
        close();
      }
    }
  }

  /** Reads no more; the rest of the message is lost. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    release.accept(in);
    if (afterEnd != null) {
      afterEnd.run();
    }
  }
}
