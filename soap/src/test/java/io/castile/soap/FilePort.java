package io.castile.soap;

import jakarta.activation.DataHandler;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlInlineBinaryData;
import jakarta.xml.bind.annotation.XmlMimeType;
import java.util.ArrayList;
import java.util.List;

/** A service for files: binary data in every form. */
@WebService(name = "Files", targetNamespace = "urn:files")
public interface FilePort {
  /** A file with data in several places. */
  @XmlAccessorType(XmlAccessType.FIELD)
  class Folder {
    public String name;
    public byte[] plain;

    @XmlMimeType("image/png")
    public byte[] picture;

    @XmlInlineBinaryData public byte[] inline;

    @XmlMimeType("*/*")
    public DataHandler handler;

    public List<byte[]> items = new ArrayList<>();
    @XmlAttribute public byte[] mark;
  }

  /** A letter whose enclosures are only referred to. */
  @XmlAccessorType(XmlAccessType.FIELD)
  class Letter {
    public String text;
    @XmlAttachmentRef public DataHandler enclosure;
    @XmlAttachmentRef @XmlAttribute public DataHandler seal;
  }

  Folder folder(@WebParam(name = "folder") Folder folder);

  byte[] bytes(@WebParam(name = "bytes") byte[] bytes);

  DataHandler data(@WebParam(name = "data") @XmlMimeType("*/*") DataHandler data);

  Letter letter(@WebParam(name = "letter") Letter letter);

  String text(@WebParam(name = "text") String text);
}
