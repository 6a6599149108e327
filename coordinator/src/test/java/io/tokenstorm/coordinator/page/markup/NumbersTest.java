package io.tokenstorm.coordinator.page.markup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0", "0.000123456|0.00012", "0.0123|0.012", "1.23456|1.235", "-12.345678|-12.35",
        "999.94|999.9", "1234.5|1,234", "1234567.8|1,234,568", "NaN|–", "Infinity|–"
      })
  void digits_ofAnySize_areAboutFour(double value, String text) {
    assertThat(Numbers.digits(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0", "0.5|0.5", "0.30000000000000004|0.3", "9000|9000", "20000|20k", "2.5e6|2.5M"})
  void tick_roundNumber_isShort(double value, String text) {
    assertThat(Numbers.tick(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"-999|-999", "-1000|-1,000", "1234567|1,234,567"})
  void whole_large_hasItsThousandsApart(long value, String text) {
    assertThat(Numbers.whole(value)).isEqualTo(text);
  }
}
