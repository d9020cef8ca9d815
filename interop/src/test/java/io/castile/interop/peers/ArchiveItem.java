package io.castile.interop.peers;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlInlineBinaryData;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/** Binary data in several places. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "archiveItem", namespace = Archive.NAMESPACE)
public class ArchiveItem {
  public String name;
  public byte[] plain;

  @XmlMimeType("image/png")
  public byte[] picture;

  @XmlInlineBinaryData public byte[] inline;

  @XmlMimeType("text/plain")
  public DataHandler handler;

  public List<byte[]> pages = new ArrayList<>();
  @XmlAttribute public byte[] mark;
}
