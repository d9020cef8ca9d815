package io.castile.builders;

import jakarta.jws.WebService;

/** Throws what it is told to. */
@WebService(
    endpointInterface = "io.castile.builders.Faulty",
    serviceName = "FaultyService",
    portName = "FaultyPort",
    targetNamespace = Faulty.NAMESPACE)
public class FaultyService implements Faulty {
  @Override
  public String fail(String name)
      throws NodeFault, ProblemFault, TroubleFault, TextFault, CodeFault {
    switch (name) {
      case "NodeFault" -> throw new NodeFault("node", node());
      case "ProblemFault" -> throw new ProblemFault("problem", problem(new Problem()));
      case "TroubleFault" -> {
        Trouble trouble = new Trouble();
        trouble.text = "a < b";
        throw new TroubleFault("trouble", (Trouble) problem(trouble));
      }
      case "Worse" -> {
        Worse worse = new Worse();
        worse.more = new String[] {"x", null};
        throw new ProblemFault("worse", problem(worse));
      }
      case "Nothing" -> throw new ProblemFault("nothing", null);
      case "TextFault" -> throw new TextFault("text", "the text");
      case "CodeFault" -> {
        CodeFault fault = new CodeFault("code");
        fault.setCode(7);
        throw fault;
      }
      default -> {
        return name;
      }
    }
  }

  private static Problem problem(Problem made) {
    made.code = 5;
    return made;
  }

  /** Two references to one object, and one back. */
  private static Node node() {
    Node shared = new Node(2, null, null, null);
    Node root = new Node(1, shared, shared, null);
    shared.setOthers(new Node[] {root});
    return root;
  }
}
