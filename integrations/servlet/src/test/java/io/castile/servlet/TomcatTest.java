package io.castile.servlet;

final class TomcatTest extends HttpContract {
  TomcatTest() {
    super(new TomcatHost("/shop", "/soap/*", null));
  }
}
