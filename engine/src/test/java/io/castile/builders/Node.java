package io.castile.builders;

import jakarta.xml.bind.annotation.XmlType;

/** A struct of the tests. */
@XmlType(
    name = "Node",
    propOrder = {"data", "left", "right", "others"})
public class Node {
  private int data;
  private Node left;
  private Node right;
  private Node[] others;

  public Node() {}

  public Node(int data, Node left, Node right, Node[] others) {
    this.data = data;
    this.left = left;
    this.right = right;
    this.others = others;
  }

  public int getData() {
    return data;
  }

  public void setData(int data) {
    this.data = data;
  }

  public Node getLeft() {
    return left;
  }

  public void setLeft(Node left) {
    this.left = left;
  }

  public Node getRight() {
    return right;
  }

  public void setRight(Node right) {
    this.right = right;
  }

  public Node[] getOthers() {
    return others;
  }

  public void setOthers(Node[] others) {
    this.others = others;
  }
}
