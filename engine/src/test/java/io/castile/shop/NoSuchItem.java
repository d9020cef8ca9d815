package io.castile.shop;

import jakarta.xml.ws.WebFault;

/** In the form of Jakarta XML Web Services §2.5: with a fault bean. */
@WebFault(name = "noSuchItem", targetNamespace = "urn:shop:faults")
public class NoSuchItem extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient NoSuchItemInfo faultInfo;

  public NoSuchItem(String message, NoSuchItemInfo faultInfo) {
    super(message);
    this.faultInfo = faultInfo;
  }

  public NoSuchItem(String message, NoSuchItemInfo faultInfo, Throwable cause) {
    super(message, cause);
    this.faultInfo = faultInfo;
  }

  public NoSuchItemInfo getFaultInfo() {
    return faultInfo;
  }
}
