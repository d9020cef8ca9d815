package com.example.adder;

import jakarta.xml.ws.Service;
import java.net.URL;
import javax.xml.namespace.QName;

/** Stands for what is generated in the first steps. */
public class AdderService extends Service {
  public AdderService() {
    super((URL) null, new QName("urn:example:adder", "AdderService"));
  }

  public Adder getAdderPort() {
    return getPort(Adder.class);
  }
}
