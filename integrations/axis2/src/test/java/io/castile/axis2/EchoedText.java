package io.castile.axis2;

/** A service of Axis2 that says how it has read a text. */
public final class EchoedText {
  public String echo(String text) {
    return "echo " + text;
  }

  /** Answers to another action, as Axis2 goes by that first. */
  public String other(String text) {
    return "other " + text;
  }
}
