package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.request.HeaderBlock;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.Bus;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.headers.Header;
import org.apache.cxf.headers.HeaderManager;
import org.apache.cxf.headers.HeaderProcessor;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.staxutils.StaxUtils;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Reads the header blocks that messages of CXF have as objects. */
final class HeaderBlocks {
  private HeaderBlocks() {}

  /**
   * The header blocks of a message, but for those that are parameters and are to come or have come.
   *
   * @param passed those that are of no interest
   * @throws NotCacheableException if one cannot be read
   */
  static List<HeaderBlock> of(Message message, Predicate<QName> passed) {
    if (!(message.get(Header.HEADER_LIST) instanceof Collection<?> headers) || headers.isEmpty()) {
      return List.of();
    }
    List<HeaderBlock> blocks = new ArrayList<>();
    for (Object each : headers) {
      if (!(each instanceof Header header)) {
        throw new NotCacheableException("a header block is of " + each.getClass().getName());
      }
      if (!passed.test(header.getName())) {
        blocks.add(HeaderBlock.of(bytes(header, message.getExchange().getBus())));
      }
    }
    return blocks;
  }

  /** Returns the bytes that SoapOutInterceptor writes. */
  private static byte[] bytes(Header header, Bus bus) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
      DataBinding binding = binding(header, bus);
      if (binding != null) {
        MessagePartInfo part = new MessagePartInfo(header.getName(), null);
        part.setConcreteName(header.getName());
        binding.createWriter(XMLStreamWriter.class).write(header.getObject(), part, writer);
      } else if (header.getObject() instanceof Element element) {
        StaxUtils.copy(element, writer);
      } else {
        throw new NotCacheableException(
            "header block " + header.getName() + " has no data binding");
      }
      writer.close();
    } catch (XMLStreamException | RuntimeException e) {
      throw new NotCacheableException(
          "header block " + header.getName() + " cannot be written: " + e, e);
    }
    return out.toByteArray();
  }

  private static @Nullable DataBinding binding(Header header, @Nullable Bus bus) {
    if (header.getDataBinding() != null || bus == null) {
      return header.getDataBinding();
    }
    HeaderManager manager = bus.getExtension(HeaderManager.class);
    HeaderProcessor processor =
        manager == null ? null : manager.getHeaderProcessor(header.getName().getNamespaceURI());
    return processor == null ? null : processor.getDataBinding();
  }
}
