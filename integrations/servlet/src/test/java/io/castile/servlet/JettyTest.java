package io.castile.servlet;

final class JettyTest extends HttpContract {
  JettyTest() {
    super(new JettyHost("/shop", "/soap/*", null));
  }
}
