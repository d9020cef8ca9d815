package io.castile.soap.handler;

import io.castile.soap.SoapVersion;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;

/** A binding of a version of SOAP, whose identifier and factories follow from that version. */
public abstract class VersionBinding implements SOAPBinding {
  /** Returns the version of the messages. */
  protected abstract SoapVersion version();

  @Override
  public final String getBindingID() {
    return version().bindingId();
  }

  @Override
  public final SOAPFactory getSOAPFactory() {
    try {
      return SOAPFactory.newInstance(protocol());
    } catch (SOAPException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
  }

  @Override
  public final MessageFactory getMessageFactory() {
    try {
      return MessageFactory.newInstance(protocol());
    } catch (SOAPException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
  }

  private String protocol() {
    return version() == SoapVersion.SOAP_1_1
        ? SOAPConstants.SOAP_1_1_PROTOCOL
        : SOAPConstants.SOAP_1_2_PROTOCOL;
  }
}
