package io.tokenstorm.coordinator.service;

/**
 * A run was taken.
 *
 * @param run its id; ids sort by the time of submission
 * @param position how many runs are before it, the current one included; 0: it starts now
 */
public record Submission(String run, int position) {}
