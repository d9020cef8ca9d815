package io.castile.interop.peers;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlType;

/** A text with an enclosure that it only refers to. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "archiveLetter", namespace = Archive.NAMESPACE)
public class ArchiveLetter {
  public String text;
  @XmlAttachmentRef public DataHandler enclosure;
}
