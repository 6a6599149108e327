package io.tokenstorm.coordinator.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row of a matrix: one server, one length.
 *
 * @param engine whose
 * @param axes the values of the axes that the engine's templates name, in the plan's order
 * @param targetLen tokens of the prompt
 * @param contextPad so many more the server is started for
 * @param searched whether it is beyond the grid: tried to find the edge
 */
public record MatrixRow(
    EngineSpec engine, Map<String, String> axes, int targetLen, int contextPad, boolean searched) {

  /** The grid's rows: by engine, by each axis, by length. */
  public static List<MatrixRow> grid(MatrixPlan plan) {
    List<MatrixRow> rows = new ArrayList<>();
    for (MatrixRow column : columns(plan)) {
      plan.grid().lengths().forEach(length -> rows.add(column.at(length, false)));
    }
    return List.copyOf(rows);
  }

  /** The shortest row of each engine and combination of its axes. */
  public static List<MatrixRow> columns(MatrixPlan plan) {
    List<MatrixRow> columns = new ArrayList<>();
    int shortest = plan.grid().lengths().get(0);
    for (EngineSpec engine : plan.engines()) {
      for (Map<String, String> axes : combinations(plan.grid().axes(), engine)) {
        columns.add(new MatrixRow(engine, axes, shortest, plan.grid().contextPad(), false));
      }
    }
    return List.copyOf(columns);
  }

  private static List<Map<String, String>> combinations(
      Map<String, List<String>> axes, EngineSpec engine) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, List<String>> axis : axes.entrySet()) {
      if (!engine.names().contains(axis.getKey())) {
        continue;
      }
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> before : all) {
        for (String value : axis.getValue()) {
          Map<String, String> next = new LinkedHashMap<>(before);
          next.put(axis.getKey(), value);
          more.add(java.util.Collections.unmodifiableMap(next));
        }
      }
      all = more;
    }
    return all;
  }

  /** The same engine and axes at another length. */
  public MatrixRow at(int length, boolean beyondGrid) {
    return new MatrixRow(engine, axes, length, contextPad, beyondGrid);
  }

  /** What its server is started for, tokens. */
  public int maxModelLen() {
    return targetLen + contextPad;
  }

  /** Names engine and axes, the same for all lengths: {@code vllm} or {@code vllm tp=8}. */
  public String column() {
    StringBuilder name = new StringBuilder(engine.name());
    axes.forEach((axis, value) -> name.append(' ').append(axis).append('=').append(value));
    return name.toString();
  }

  /** Tells a row of a plan from every other. */
  public String key() {
    return column() + " " + targetLen;
  }

  /** What its directory is called. */
  public String slug() {
    return key().replaceAll("[^A-Za-z0-9._=-]+", "-");
  }
}
