package io.castile.servlet;

final class EmbeddedServerTest extends HttpContract {
  EmbeddedServerTest() {
    super(new EmbeddedHost());
  }
}
