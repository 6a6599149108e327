package io.tokenstorm.coordinator.page.series;

import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;

/** Tokens as they arrived, and requests in flight, over the whole time of a phase. */
final class LoadMeter {
  private final Span span;
  private final long opensAtNanos;
  private final double[] tokens;
  private final double[] inFlightSeconds;

  LoadMeter(Span span, long opensAtNanos, int bins) {
    this.span = span;
    this.opensAtNanos = opensAtNanos;
    this.tokens = new double[bins];
    this.inFlightSeconds = new double[bins];
  }

  /** Takes any request of the phase's settled epoch, of warmup too. */
  void add(RequestRecord record) {
    Instants t = record.instants();
    double sent = seconds(t.sentNanos());
    addFlight(sent, seconds(t.sentNanos() + t.endNanos()));
    if (record.succeeded() && t.lastTokenNanos() != Instants.NONE) {
      addTokens(record);
    }
  }

  private void addFlight(double from, double to) {
    double width = span.width(tokens.length);
    int last = span.bin(to, tokens.length);
    for (int i = span.bin(from, tokens.length); i <= last; i++) {
      double begin = Math.max(from, span.from() + i * width);
      double end = Math.min(to, span.from() + (i + 1) * width);
      inFlightSeconds[i] += Math.max(0, end - begin);
    }
  }

  /** An event counts n/m tokens of its request. */
  private void addTokens(RequestRecord record) {
    Instants t = record.instants();
    boolean streamed = t.firstTokenNanos() != Instants.NONE;
    long at = t.sentNanos() + (streamed ? t.firstTokenNanos() : t.lastTokenNanos());
    int gaps = streamed ? record.gaps().size() : 0;
    double each = (double) record.tokens().output() / (gaps + 1);
    tokens[span.bin(seconds(at), tokens.length)] += each;
    for (int i = 0; i < gaps; i++) {
      at += record.gaps().nanosAt(i);
      tokens[span.bin(seconds(at), tokens.length)] += each;
    }
  }

  private double seconds(long nanos) {
    return (nanos - opensAtNanos) / 1e9;
  }

  PhaseSeries.LoadOverTime result() {
    double width = span.width(tokens.length);
    List<double[]> rates = new ArrayList<>();
    List<double[]> flights = new ArrayList<>();
    for (int i = 0; i < tokens.length; i++) {
      double from = span.from() + i * width;
      rates.add(new double[] {from, tokens[i] / width});
      flights.add(new double[] {from, inFlightSeconds[i] / width});
    }
    return new PhaseSeries.LoadOverTime(rates, flights, width);
  }
}
