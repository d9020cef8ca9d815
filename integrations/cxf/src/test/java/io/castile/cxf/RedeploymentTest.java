package io.castile.cxf;

import io.castile.Redeployment;
import io.castile.redeployed.CxfApplication;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An application with the feature that has been stopped leaves nothing behind. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RedeploymentTest {
  @ParameterizedTest
  @EnumSource(CxfApplication.Use.class)
  void nothingKeepsTheClassLoaderOfAnApplicationThatHasEnded(CxfApplication.Use use)
      throws Exception {
    try (Redeployment container = new Redeployment()) {
      container.leavesNothing(CxfApplication.class, use.name());
    }
  }
}
