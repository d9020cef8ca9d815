package io.castile.soap.exchange.internal;

import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.XmlLimits;
import java.util.Objects;

/**
 * The writer and the parser of the messages of one client or service, and the bounds of both.
 * Thread-safe.
 */
public final class EnvelopeCodec {
  private final ServiceModel model;
  private final XmlLimits limits;
  private final EnvelopeWriter writer;
  private final EnvelopeParser parser;
  private final LargeMessages largeMessages = new LargeMessages();
  private volatile AttachmentOptions attachments;

  /**
   * @param understood the header blocks that are handled elsewhere, parts of the message aside
   * @param settings how messages are read
   */
  public EnvelopeCodec(
      ServiceModel model,
      XmlLimits limits,
      ReadTemplateSource readTemplates,
      AttachmentOptions attachments,
      UnderstoodBlocks understood,
      ReceiverSettings settings) {
    this.model = model;
    this.limits = limits;
    this.attachments = Objects.requireNonNull(attachments, "attachments");
    this.writer = new EnvelopeWriter(model);
    this.parser = new EnvelopeParser(model, limits, readTemplates, understood, settings);
  }

  /** Returns the service. */
  public ServiceModel model() {
    return model;
  }

  /** Returns the writer of messages. */
  public EnvelopeWriter writer() {
    return writer;
  }

  /** Returns the parser of messages. */
  public EnvelopeParser parser() {
    return parser;
  }

  /** Returns what tells which messages are large. */
  public LargeMessages largeMessages() {
    return largeMessages;
  }

  /** Returns the options for attachments, of this moment. */
  public AttachmentOptions attachments() {
    return attachments;
  }

  /** Sets the options for attachments, for messages from now on. */
  public void setAttachments(AttachmentOptions options) {
    this.attachments = Objects.requireNonNull(options, "options");
  }

  /** Whether the limits of messages are the default ones, but for the number of bytes. */
  public boolean hasDefaultLimits() {
    return limits.toBuilder()
        .maxBytes(XmlLimits.DEFAULT.maxBytes())
        .build()
        .equals(XmlLimits.DEFAULT);
  }

  /** Returns the size of the greatest message that is read. */
  public int maxMessageBytes() {
    return limits.maxBytes();
  }
}
