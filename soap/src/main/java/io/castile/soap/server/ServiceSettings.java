package io.castile.soap.server;

import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.xml.XmlLimits;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link ServiceEndpoint}: all that holds for a service beside its implementation
 * and its model. Immutable and thread-safe.
 */
public final class ServiceSettings {
  final List<Interceptor> interceptors;
  final XmlLimits limits;
  final AttachmentOptions attachments;
  final ReadTemplateSource readTemplates;
  final ReceiverSettings receiver;
  final boolean masksFaults;
  final @Nullable RequestDecoder decoder;
  final @Nullable AnswerEncoder encoder;

  private ServiceSettings(Builder builder) {
    this.interceptors = List.copyOf(builder.interceptors);
    this.limits = builder.limits;
    this.attachments = builder.attachments;
    this.readTemplates = builder.readTemplates;
    this.receiver = builder.receiver;
    this.masksFaults = builder.masksFaults;
    this.decoder = builder.decoder;
    this.encoder = builder.encoder;
  }

  /** The decoder of requests with these content codings; null for none. */
  @Nullable RequestDecoder decoder(String codings) {
    return decoder != null && decoder.decodes(codings) ? decoder : null;
  }

  /** Returns a builder of settings, each of which has a default. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds settings. Not thread-safe. */
  public static final class Builder {
    private List<Interceptor> interceptors = List.of();
    private XmlLimits limits = XmlLimits.DEFAULT;
    private AttachmentOptions attachments = AttachmentOptions.DEFAULT;
    private ReadTemplateSource readTemplates = ReadTemplateSource.NONE;
    private ReceiverSettings receiver = ReceiverSettings.DEFAULT;
    private boolean masksFaults;
    private @Nullable RequestDecoder decoder;
    private @Nullable AnswerEncoder encoder;

    private Builder() {}

    /** Sets the interceptors, in the order in which a request passes them before the service. */
    public Builder interceptors(List<Interceptor> interceptors) {
      this.interceptors = Objects.requireNonNull(interceptors, "interceptors");
      return this;
    }

    /** Sets the bounds of the messages that are read; {@link XmlLimits#DEFAULT} by default. */
    public Builder limits(XmlLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Sets how binary data leaves, and the bounds of messages that come with parts; {@link
     * AttachmentOptions#DEFAULT} by default.
     */
    public Builder attachments(AttachmentOptions attachments) {
      this.attachments = Objects.requireNonNull(attachments, "attachments");
      return this;
    }

    /**
     * Sets the templates by which requests are read; {@link ReadTemplateSource#NONE} by default.
     */
    public Builder readTemplates(ReadTemplateSource readTemplates) {
      this.readTemplates = Objects.requireNonNull(readTemplates, "readTemplates");
      return this;
    }

    /** Sets how requests are read; {@link ReceiverSettings#DEFAULT} by default. */
    public Builder receiver(ReceiverSettings receiver) {
      this.receiver = Objects.requireNonNull(receiver, "receiver");
      return this;
    }

    /**
     * Sets whether the fault of an exception that no operation declares has neither its class nor
     * its text, but a number by which the log says the rest; false by default.
     */
    public Builder maskFaults(boolean enabled) {
      this.masksFaults = enabled;
      return this;
    }

    /**
     * Sets the decoder of requests with content codings, which decodes them while they arrive;
     * null, the default, for none. Other codings are those that an interceptor {@linkplain
     * Interceptor#decodes decodes}.
     */
    public Builder requestDecoder(@Nullable RequestDecoder decoder) {
      this.decoder = decoder;
      return this;
    }

    /**
     * Sets the encoder of responses, faults and descriptions that leave over HTTP; null, the
     * default, for none. It is no interceptor, as it encodes what no chain has made, too.
     */
    public Builder answerEncoder(@Nullable AnswerEncoder encoder) {
      this.encoder = encoder;
      return this;
    }

    /** Builds the settings. */
    public ServiceSettings build() {
      return new ServiceSettings(this);
    }
  }
}
