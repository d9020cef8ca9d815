package io.castile.interop.matrix;

import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;

/** Calls by a port of any stack in Java. */
final class JavaCaller {
  private JavaCaller() {}

  static String call(Probe port, Feature feature) {
    Sheet sheet = feature.sheet();
    return switch (feature.operation) {
      case "echo" -> SheetText.of(port.echo(sheet));
      case "refuse" -> refuse(port, sheet);
      case "fail" -> fail(port, sheet);
      case "stamp" -> stamp(port, sheet);
      case "tell" -> {
        port.tell(sheet);
        yield Answers.TOLD;
      }
      default -> throw new AssertionError(feature.operation);
    };
  }

  private static String refuse(Probe port, Sheet sheet) {
    try {
      return SheetText.of(port.refuse(sheet));
    } catch (Refused e) {
      return Answers.refused(e.getMessage(), e.getFaultInfo());
    }
  }

  private static String fail(Probe port, Sheet sheet) {
    try {
      return SheetText.of(port.fail(sheet));
    } catch (SOAPFaultException e) {
      SOAPFault fault = e.getFault();
      return Answers.failed(fault.getFaultCodeAsQName().getLocalPart(), fault.getFaultString());
    }
  }

  private static String stamp(Probe port, Sheet sheet) {
    Holder<String> ticket = new Holder<>(sheet.note);
    Sheet answer = port.stamp(sheet, sheet.text, ticket);
    return Answers.stamped(ticket.value, answer);
  }
}
