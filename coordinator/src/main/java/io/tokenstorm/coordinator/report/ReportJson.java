package io.tokenstorm.coordinator.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Report;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * The JSON form of a report: keys in snake case in the order of the components, a double as its
 * shortest exact decimal without an exponent and with a fraction, {@code null} for what is
 * undefined. The same report gives the same bytes on every JDK.
 */
public final class ReportJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(
              new SimpleModule()
                  .addSerializer(Double.class, new PlainDouble())
                  .addSerializer(double.class, new PlainDouble())
                  .addSerializer(Finding.Severity.class, new SeverityLabel()))
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .configure(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, false)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private static final ObjectWriter WRITER = MAPPER.writer(printer());

  private ReportJson() {}

  public static String write(Report report) {
    return writeAny(report);
  }

  /** Another record in the same form. */
  public static String writeAny(Object values) {
    try {
      return WRITER.writeValueAsString(values) + '\n';
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report always has a JSON form", e);
    }
  }

  /**
   * Reads what {@link #writeAny} wrote.
   *
   * @throws IllegalArgumentException if the text is none of that type
   */
  public static <T> T readAny(String json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not readable: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the text is no report
   */
  public static Report read(String json) {
    try {
      return MAPPER.readValue(json, Report.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a report: " + e.getOriginalMessage(), e);
    }
  }

  private static DefaultPrettyPrinter printer() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withArrayEmptySeparator("")
                .withObjectEmptySeparator(""));
    printer.indentArraysWith(indenter);
    printer.indentObjectsWith(indenter);
    return printer;
  }

  private static final class PlainDouble extends StdSerializer<Double> {
    private static final long serialVersionUID = 1;

    PlainDouble() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      // not Double.toString, whose digits differ between JDKs
      String plain = new BigDecimal(NumberOutput.toString(value, true)).toPlainString();
      out.writeNumber(plain.indexOf('.') < 0 ? plain + ".0" : plain);
    }
  }

  private static final class SeverityLabel extends StdSerializer<Finding.Severity> {
    private static final long serialVersionUID = 1;

    SeverityLabel() {
      super(Finding.Severity.class);
    }

    @Override
    public void serialize(Finding.Severity value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(value.label());
    }
  }
}
