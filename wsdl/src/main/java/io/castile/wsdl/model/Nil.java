package io.castile.wsdl.model;

/** Stands for the value of an argument that is given as null: an element with {@code xsi:nil}. */
public enum Nil {
  NIL
}
