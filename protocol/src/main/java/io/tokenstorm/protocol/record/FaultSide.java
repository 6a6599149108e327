package io.tokenstorm.protocol.record;

/** Whose fault an error is. */
public enum FaultSide {
  /** The serving replica or its gateway. */
  TARGET,
  /** The path between this process and the target. */
  NETWORK,
  /** Tokenstorm itself or the machine it runs on. */
  GENERATOR,
  /** What the user asked for. */
  PLAN
}
