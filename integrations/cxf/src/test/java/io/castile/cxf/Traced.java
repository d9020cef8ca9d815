package io.castile.cxf;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A bean that tells which binding has called it. */
@XmlAccessorType(XmlAccessType.PROPERTY)
@XmlType(namespace = "urn:traced")
public class Traced {
  static final List<String> WRITTEN = new CopyOnWriteArrayList<>();
  static final List<String> READ = new CopyOnWriteArrayList<>();

  private String name;

  public Traced() {}

  Traced(String name) {
    this.name = name;
  }

  public String getName() {
    WRITTEN.add(binding());
    return name;
  }

  public void setName(String name) {
    READ.add(binding());
    this.name = name;
  }

  /** Whose code is the nearest one on the stack. */
  private static String binding() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getClassName)
                    .filter(name -> !name.startsWith(Traced.class.getName()))
                    .map(Traced::known)
                    .filter(name -> !name.isEmpty())
                    .findFirst()
                    .orElse("nobody"));
  }

  private static String known(String className) {
    if (className.startsWith("io.castile.codec.")) {
      return "Castile";
    }
    return className.startsWith("org.glassfish.jaxb.") ? "JAXB" : "";
  }
}
