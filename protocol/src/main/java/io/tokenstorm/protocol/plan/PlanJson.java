package io.tokenstorm.protocol.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/**
 * The one JSON form of a plan, by which it is hashed, stored and sent. Durations are ISO-8601 text,
 * keys are sorted as the record components stand, absent values are left out.
 */
public final class PlanJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .configure(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, false)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private PlanJson() {}

  public static String write(Plan plan) {
    try {
      return MAPPER.writeValueAsString(plan);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan always has a JSON form", e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the text is no plan
   */
  public static Plan read(String json) {
    try {
      return MAPPER.readValue(json, Plan.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a plan: " + e.getOriginalMessage(), e);
    }
  }
}
