package io.castile;

import io.castile.redeployed.ShopApplication;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An application that has been stopped leaves nothing behind: its classes are unloaded at once. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("long")
class RedeploymentTest {
  private final Redeployment container = new Redeployment();

  @AfterEach
  void stop() {
    container.close();
  }

  @ParameterizedTest
  @EnumSource(ShopApplication.Use.class)
  void nothingKeepsTheClassLoaderOfAnApplicationThatHasEnded(ShopApplication.Use use)
      throws Exception {
    container.leavesNothing(ShopApplication.class, use.name());
  }
}
