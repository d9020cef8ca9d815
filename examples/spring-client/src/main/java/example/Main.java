package example;

import io.castile.cache.ResponseCache;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Asks for a quote three times; all but the first answer are the cache's. */
@SpringBootApplication
public class Main {
  public static void main(String[] args) {
    ConfigurableApplicationContext application = SpringApplication.run(Main.class, args);
    if (application.getEnvironment().getProperty("once", Boolean.class, false)) {
      application.close();
    }
  }

  @Bean
  ApplicationRunner asking(StockQuote quotes, ResponseCache cache) {
    return arguments -> {
      for (int i = 0; i < 3; i++) {
        System.out.println("CSTL " + quotes.lastPrice("CSTL"));
      }
      System.out.println(cache.statistics());
    };
  }
}
