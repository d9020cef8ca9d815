package io.castile.xml;

import io.castile.xml.datatype.XsdTemporal;
import io.castile.xml.internal.AttachmentSink;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import io.castile.xml.internal.XmlWindow;
import org.jspecify.annotations.Nullable;

/** Gives {@link XmlInternals} the members of readers, texts and writers. */
final class XmlAccess extends XmlInternals.Access {
  @Override
  protected XmlReader reset(XmlReader in, XmlWindow arriving, @Nullable String charset) {
    return in.reset(arriving, charset);
  }

  @Override
  protected @Nullable ElementCache memory(XmlReader in) {
    return in.memory();
  }

  @Override
  protected void remember(XmlReader in, @Nullable ElementCache memory) {
    in.remember(memory);
  }

  @Override
  protected XmlReader withAttachments(XmlReader in, @Nullable AttachmentSource source) {
    return in.withAttachments(source);
  }

  @Override
  protected @Nullable AttachmentSource attachments(XmlReader in) {
    return in.attachments();
  }

  @Override
  protected XmlReader withPassedOver(XmlReader in, @Nullable PassedOver told) {
    return in.withPassedOver(told);
  }

  @Override
  protected @Nullable PassedOver passedOver(XmlReader in) {
    return in.passedOver();
  }

  @Override
  protected Object toTemporal(XmlText text, XsdTemporal form) {
    return text.toTemporal(form);
  }

  @Override
  protected XmlWriter withAttachments(XmlWriter out, @Nullable AttachmentSink sink) {
    return out.withAttachments(sink);
  }

  @Override
  protected @Nullable AttachmentSink attachments(XmlWriter out) {
    return out.attachments();
  }

  @Override
  protected void temporal(XmlWriter out, XsdTemporal form, Object value) {
    out.temporal(form, value);
  }

  @Override
  protected byte[] document(XmlReader in) {
    return in.b;
  }

  @Override
  protected int documentStart(XmlReader in) {
    return in.base;
  }

  @Override
  protected int documentEnd(XmlReader in) {
    return in.end;
  }

  @Override
  protected int elementStart(XmlReader in) {
    return in.starts[in.depth - 1];
  }

  @Override
  protected int elementEnd(XmlReader in) {
    return in.pos;
  }

  @Override
  protected Object outerScope(XmlReader in) {
    return in.scopes[in.depth - 1];
  }

  @Override
  protected XmlLimits limits(XmlReader in) {
    return in.limits;
  }

  @Override
  protected void jump(XmlReader in, int start, int end) {
    in.jump(start, end);
  }

  @Override
  protected boolean sameScope(Object one, Object other) {
    return ((NamespaceBinding) one).sameAs((NamespaceBinding) other);
  }
}
