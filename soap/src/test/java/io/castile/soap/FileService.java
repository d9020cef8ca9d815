package io.castile.soap;

import jakarta.activation.DataHandler;
import jakarta.jws.WebService;

/** Gives back what it gets. */
@WebService(
    endpointInterface = "io.castile.soap.FilePort",
    serviceName = "FilesService",
    portName = "FilesPort",
    targetNamespace = "urn:files")
public class FileService implements FilePort {
  @Override
  public Folder folder(Folder folder) {
    return folder;
  }

  @Override
  public byte[] bytes(byte[] bytes) {
    return bytes;
  }

  @Override
  public DataHandler data(DataHandler data) {
    return data;
  }

  @Override
  public Letter letter(Letter letter) {
    return letter;
  }

  @Override
  public String text(String text) {
    return text;
  }
}
