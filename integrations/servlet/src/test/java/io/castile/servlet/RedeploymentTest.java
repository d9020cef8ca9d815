package io.castile.servlet;

import io.castile.Redeployment;
import io.castile.redeployed.ServletApplication;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application with the servlet that has been stopped leaves nothing behind. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RedeploymentTest {
  @Test
  void nothingKeepsTheClassLoaderOfAnApplicationThatHasEnded() throws Exception {
    try (Redeployment container = new Redeployment()) {
      container.leavesNothing(ServletApplication.class, "SERVLET");
    }
  }
}
