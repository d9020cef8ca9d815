package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive use of a template for one message.
 *
 * <pre>{@code
 * try (Lease lease = templates.lease(key, shape)) { // null: write the message plainly
 *   Payload message = lease.write(content, codecs);
 *   … // send it
 * }
 * }</pre>
 *
 * <p>May be closed by another thread than the one that asked for it; else not thread-safe. A lease
 * that is never closed costs its template, and nothing else.
 */
public final class Lease implements AutoCloseable {
  private final TemplateStore store;
  private final KeyTemplates keyTemplates;
  private final ShapeTemplates shapeTemplates;

  /** Null if this message is written plainly, to compare, or overlaid. */
  private final @Nullable TemplateEntry entry;

  /** Null if this message is written plainly. */
  private final @Nullable TemplateOptions layout;

  private final @Nullable XmlWriter plainWriter;
  private final boolean timed;
  private final long start;
  private long elapsedNanos = -1;
  private @Nullable UpdateResult update;
  private boolean overlaid;
  private boolean dropped;
  private boolean closed;

  private Lease(
      TemplateStore store,
      KeyTemplates keyTemplates,
      ShapeTemplates shapeTemplates,
      @Nullable TemplateEntry entry,
      @Nullable TemplateOptions layout,
      @Nullable XmlWriter plainWriter,
      boolean timed,
      long start) {
    this.store = store;
    this.keyTemplates = keyTemplates;
    this.shapeTemplates = shapeTemplates;
    this.entry = entry;
    this.layout = layout;
    this.plainWriter = plainWriter;
    this.timed = timed;
    this.start = start;
  }

  static Lease plain(
      TemplateStore store,
      KeyTemplates keyTemplates,
      ShapeTemplates shapeTemplates,
      XmlWriter writer) {
    return new Lease(store, keyTemplates, shapeTemplates, null, null, writer, true, 0);
  }

  static Lease overlay(
      TemplateStore store,
      KeyTemplates keyTemplates,
      ShapeTemplates shapeTemplates,
      TemplateOptions layout) {
    Lease lease = new Lease(store, keyTemplates, shapeTemplates, null, layout, null, false, 0);
    lease.overlaid = true;
    return lease;
  }

  /**
   * @param start when the template was about to be taken, by the store's clock
   */
  static Lease template(
      TemplateStore store,
      KeyTemplates keyTemplates,
      ShapeTemplates shapeTemplates,
      TemplateEntry entry,
      TemplateOptions layout,
      boolean timed,
      long start) {
    return new Lease(store, keyTemplates, shapeTemplates, entry, layout, null, timed, start);
  }

  /**
   * Makes the message that {@code content} writes. To be called once.
   *
   * @param codecs stands for those that write, by its identity: one key may be that of messages
   *     that different codecs write
   * @return the message, valid until this lease is closed; with arrays that are too long to keep,
   *     it is made only when it is sent, so its values must not change until then
   * @throws E what {@code content} throws; the template is given up then
   */
  @SuppressWarnings("NullAway") // the layout or the writer that it takes is there
  public <E extends Exception> Payload write(Content<E> content, Object codecs) throws E {
    if (overlaid) {
      return new Overlay(layout, content);
    }
    if (entry == null) {
      long begin = store.nanos();
      content.writeTo(plainWriter);
      elapsedNanos = store.nanos() - begin;
      return Payload.of(plainWriter.buffer(), plainWriter.size());
    }
    try {
      update = entry.template.update(content, codecs);
    } catch (LongArrayException e) {
      overlaid = true;
      return new Overlay(layout, content);
    }
    if (timed) {
      elapsedNanos = store.nanos() - start;
    }
    return entry.template;
  }

  /**
   * Returns the match between the message and the one before; null without a template, or before it
   * is written.
   */
  public @Nullable Match match() {
    return update == null ? null : update.match();
  }

  /**
   * Marks the template to be given up when this lease is closed, because the receiver rejected the
   * message.
   */
  public void drop() {
    dropped = true;
  }

  /** Returns the template to its store. Does nothing when called again. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    synchronized (keyTemplates) {
      if (overlaid) {
        keyTemplates.giveOverlaid(shapeTemplates, entry);
      } else if (entry == null) {
        keyTemplates.givePlain(this);
      } else {
        keyTemplates.give(this, entry, store.nanos());
      }
    }
    store.trim();
  }

  /** Whether a template writes the message; else it is written plainly, to compare. */
  boolean isTemplate() {
    return entry != null;
  }

  ShapeTemplates shapeTemplates() {
    return shapeTemplates;
  }

  @Nullable XmlWriter plainWriter() {
    return plainWriter;
  }

  /** The time of writing, or -1 where it was not timed or has failed. */
  long elapsedNanos() {
    return elapsedNanos;
  }

  /** The outcome of the update; null where it has failed, or was not used. */
  @Nullable UpdateResult update() {
    return update;
  }

  boolean isDropped() {
    return dropped;
  }

  @SuppressWarnings("NullAway") // asked for where there is a template
  int messageBytes() {
    return entry.template.size();
  }
}
