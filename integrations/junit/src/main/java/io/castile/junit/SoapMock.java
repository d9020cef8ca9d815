package io.castile.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Starts a mock of a service that a WSDL describes, without the service, and gives it to tests as a
 * {@link MockedService}. Where it stands says how long the mock lives:
 *
 * <ul>
 *   <li>on a class, for all tests of the class and of its nested classes, which have it by a
 *       parameter of type {@code MockedService}, as their constructors and lifecycle methods have;
 *   <li>on a static field of type {@code MockedService}, for all tests of the class;
 *   <li>on an instance field, for one test; for all tests of the class where their instance is
 *       shared ({@code PER_CLASS});
 *   <li>on a test method, for this test, in place of the mock of the class;
 *   <li>on a parameter, for what has the parameter: a test, or all tests of the class if it is one
 *       of a constructor or of a {@code BeforeAll} method.
 * </ul>
 *
 * <p>A mock that several tests share forgets its requests, and the responses that it was told,
 * before each of them, unless these tests run concurrently. It is stopped with the last of them.
 *
 * <pre>{@code
 * @SoapMock("shop.wsdl")
 * class OrdersTest {
 *   @Test
 *   void anOrderIsSentOnce(MockedService shop) {
 *     shop.on("order").json("{\"number\": 7, \"state\": \"open\"}");
 *
 *     long number = new Orders(shop.address()).order("pen", 2);
 *
 *     assertEquals(7, number);
 *     assertEquals(1, shop.count("order"));
 *     shop.verify();
 *   }
 * }
 * }</pre>
 *
 * <p>The annotation may stand on an annotation of the tests' own, which is one of its mock then.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER})
@ExtendWith(SoapMockExtension.class)
public @interface SoapMock {
  /**
   * The WSDL: a resource, by its name relative to the package of the test class or to the root of
   * the class path; else a file, by its path; or a URL of {@code file}, {@code jar}, {@code http}
   * or {@code https}.
   */
  String value();

  /**
   * The folder of recorded pairs of a request and its response, as {@code castile mock --examples}
   * has them: a resource that is no entry of an archive, or a path, found as {@link #value} is;
   * none if it is empty.
   */
  String pairs() default "";

  /**
   * Whether the mock makes up responses from the schema where neither the test nor a pair has one;
   * if not, such a request gets a fault of the sender, and is unexpected.
   */
  boolean madeUp() default true;

  /**
   * Whether a test fails at its end where the mock had {@linkplain MockedService#verify unexpected}
   * requests. Tests that run concurrently with others that share the mock call {@code verify}
   * themselves.
   */
  boolean verify() default false;

  /** The port of 127.0.0.1 on which the mock listens, from 0 to 65535; 0 for any free one. */
  int port() default 0;
}
