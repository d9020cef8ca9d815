package io.castile.builders;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.WebFault;

/**
 * Encoded faults as stacks of their time describe them: all have one name, and tell their types.
 */
@WebService(name = "FaultyPortType", targetNamespace = Faulty.NAMESPACE)
@SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
@XmlSeeAlso(Faulty.Worse.class)
public interface Faulty {
  String NAMESPACE = "http://soapinterop.org/faulty";

  /** Throws the exception of that simple name; returns for another name. */
  String fail(@WebParam(partName = "name") String name)
      throws NodeFault, ProblemFault, TroubleFault, TextFault, CodeFault;

  /** What is wrong. */
  @XmlType(name = "Problem", namespace = NAMESPACE, propOrder = "code")
  class Problem {
    public int code;
  }

  /** What is wrong, in words. */
  @XmlType(name = "Trouble", namespace = NAMESPACE, propOrder = "text")
  class Trouble extends Problem {
    public String text;
  }

  /** A problem for which there is no exception of its own. */
  @XmlType(name = "Worse", namespace = NAMESPACE, propOrder = "more")
  class Worse extends Problem {
    public String[] more;
  }

  /** A graph. */
  @WebFault(name = "fault", targetNamespace = NAMESPACE)
  class NodeFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Node node;

    public NodeFault(String message, Node node) {
      super(message);
      this.node = node;
    }

    public Node getFaultInfo() {
      return node;
    }
  }

  /** A problem, or one of a derived type. */
  @WebFault(name = "fault", targetNamespace = NAMESPACE)
  class ProblemFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    public ProblemFault(String message, Problem problem) {
      super(message);
      this.problem = problem;
    }

    public Problem getFaultInfo() {
      return problem;
    }
  }

  /** A trouble. */
  @WebFault(name = "fault", targetNamespace = NAMESPACE)
  class TroubleFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Trouble trouble;

    public TroubleFault(String message, Trouble trouble) {
      super(message);
      this.trouble = trouble;
    }

    public Trouble getFaultInfo() {
      return trouble;
    }
  }

  /** A text. */
  @WebFault(name = "text", targetNamespace = NAMESPACE)
  class TextFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final String text;

    public TextFault(String message, String text) {
      super(message);
      this.text = text;
    }

    public String getFaultInfo() {
      return text;
    }
  }

  /** Has properties, and no bean. */
  class CodeFault extends Exception {
    private static final long serialVersionUID = 1L;
    private int code;

    public CodeFault(String message) {
      super(message);
    }

    public int getCode() {
      return code;
    }

    public void setCode(int code) {
      this.code = code;
    }
  }
}
