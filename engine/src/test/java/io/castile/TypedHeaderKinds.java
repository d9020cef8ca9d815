package io.castile;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.ws.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Services with parameters in the header, that tell what they get. */
abstract class TypedHeaderKinds extends TypedKinds {
  /** A block that may say that it has to be understood. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Notice {
    @XmlAttribute(namespace = "http://schemas.xmlsoap.org/soap/envelope/")
    Boolean mustUnderstand;

    String text;

    static Notice of(String text, Boolean mustUnderstand) {
      Notice notice = new Notice();
      notice.text = text;
      notice.mustUnderstand = mustUnderstand;
      return notice;
    }
  }

  @WebService(name = "Heads", targetNamespace = "urn:heads")
  public interface Heads {
    @WebMethod
    String in(
        @WebParam(name = "text") String text,
        @WebParam(name = "token", header = true) String token,
        @WebParam(name = "count", header = true) int count,
        @WebParam(name = "node", header = true) Node node);

    @WebMethod
    List<Node> out(
        @WebParam(name = "text") String text,
        @WebParam(name = "session", header = true, mode = WebParam.Mode.INOUT)
            Holder<String> session,
        @WebParam(name = "seen", header = true, mode = WebParam.Mode.OUT) Holder<Node> seen,
        @WebParam(name = "left", header = true, mode = WebParam.Mode.OUT) Holder<Integer> left);

    @WebMethod
    @WebResult(name = "found", header = true)
    Node result(@WebParam(name = "text") String text);

    @WebMethod
    String lists(
        @WebParam(name = "text") String text,
        @WebParam(name = "words", header = true) List<String> words,
        @WebParam(name = "numbers", header = true) double[] numbers,
        @WebParam(name = "texts", header = true) String[] texts);

    @WebMethod
    String notice(
        @WebParam(name = "text") String text,
        @WebParam(name = "notice", header = true) Notice notice);

    @WebMethod
    String any(
        @WebParam(name = "text") String text, @WebParam(name = "any", header = true) Object any);

    @WebMethod
    String near(
        @WebParam(name = "text") String text,
        @WebParam(name = "near", targetNamespace = "urn:near", header = true) String near);

    @WebMethod
    List<Node> far(
        @WebParam(name = "text") String text,
        @WebParam(name = "far", targetNamespace = "urn:far", header = true) String far,
        @WebParam(name = "near", targetNamespace = "urn:near", header = true) String near);
  }

  @WebService(
      endpointInterface = "io.castile.TypedHeaderKinds$Heads",
      targetNamespace = "urn:heads")
  public static final class HeadsService implements Heads {
    final List<String> calls = new CopyOnWriteArrayList<>();

    private String found(Object... values) {
      String found = described(values);
      calls.add(found);
      return found;
    }

    @Override
    public String in(String text, String token, int count, Node node) {
      return found(text, token, count, node);
    }

    @Override
    public List<Node> out(
        String text, Holder<String> session, Holder<Node> seen, Holder<Integer> left) {
      String found = found(text, session.value);
      List<Node> nodes = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        nodes.add(Node.of("node " + i));
      }
      nodes.add(Node.of(found));
      session.value = session.value == null ? "begun" : session.value.isEmpty() ? null : "again";
      seen.value = text == null ? null : Node.of("seen " + text, Node.of("below"));
      left.value = text == null ? null : text.length();
      return nodes;
    }

    @Override
    public Node result(String text) {
      found(text);
      return text == null ? null : Node.of("result " + text, Node.of("below"));
    }

    @Override
    public String lists(String text, List<String> words, double[] numbers, String[] texts) {
      return found(text, words, numbers, texts);
    }

    @Override
    public String notice(String text, Notice notice) {
      return found(text, notice == null ? null : notice.text + notice.mustUnderstand);
    }

    @Override
    public String any(String text, Object any) {
      return found(text, any);
    }

    @Override
    public String near(String text, String near) {
      return found(text, near);
    }

    @Override
    public List<Node> far(String text, String far, String near) {
      return List.of(Node.of(found(text, far, near)), Node.of("x".repeat(300)));
    }
  }

  /** An earlier edition, in which the header had less in it. */
  @WebService(name = "Heads", targetNamespace = "urn:heads")
  public interface EarlierHeads {
    @WebMethod
    String in(
        @WebParam(name = "text") String text,
        @WebParam(name = "token", header = true) String token);
  }

  @WebService(
      endpointInterface = "io.castile.TypedHeaderKinds$EarlierHeads",
      targetNamespace = "urn:heads")
  public static final class EarlierService implements EarlierHeads {
    @Override
    public String in(String text, String token) {
      return described(text, token);
    }
  }

  @WebService(name = "RpcHeads", targetNamespace = "urn:rpcheads")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface RpcHeads {
    @WebMethod
    Node take(
        @WebParam(name = "text", partName = "text") String text,
        @WebParam(name = "node", partName = "node", targetNamespace = "urn:rpcheads", header = true)
            Node node,
        @WebParam(
                name = "session",
                partName = "session",
                targetNamespace = "urn:rpcheads",
                header = true,
                mode = WebParam.Mode.INOUT)
            Holder<String> session);
  }

  @WebService(
      endpointInterface = "io.castile.TypedHeaderKinds$RpcHeads",
      targetNamespace = "urn:rpcheads")
  public static final class RpcHeadsService implements RpcHeads {
    @Override
    public Node take(String text, Node node, Holder<String> session) {
      Node found = Node.of(described(text, node, session.value));
      session.value = "x".equals(session.value) ? null : session.value + "!";
      return found;
    }
  }
}
