package io.castile.bridge;

/** A request, or what came back for it, has no other response than a problem. */
public final class ProblemException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.title() + ": " + problem.detail());
    this.problem = problem;
  }

  /** Returns the problem. */
  public Problem problem() {
    return problem;
  }
}
