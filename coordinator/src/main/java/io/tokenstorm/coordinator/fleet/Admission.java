package io.tokenstorm.coordinator.fleet;

/** The answer to a worker that offers itself. */
public sealed interface Admission {
  /**
   * It is a member.
   *
   * @param fresh whether it was not one before
   */
  record Welcomed(boolean fresh) implements Admission {}

  /**
   * It may not take part.
   *
   * @param reason for a person, logged on both sides
   */
  record Refused(String reason) implements Admission {}

  /**
   * No answer yet: another process has its id and has just gone silent. The worker offers itself
   * again; by then the other is heard or lost. Or the offer is an old one, come late.
   */
  record Undecided() implements Admission {}
}
