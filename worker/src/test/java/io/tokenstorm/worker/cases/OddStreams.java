package io.tokenstorm.worker.cases;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers to a request for a stream that are easy to get wrong, beyond the scripted cases. */
public final class OddStreams {
  public static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
  public static final String A = chunk("{\"content\":\"a\"}", "null");
  public static final String B = chunk("{\"content\":\"b\"}", "null");
  public static final String STOP = chunk("{}", "\"stop\"");
  public static final String USAGE =
      "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":7}}\n\n";
  public static final String DONE = "data: [DONE]\n\n";

  public static String chunk(String delta, String finish) {
    return choice(0, delta, finish);
  }

  public static String choice(int index, String delta, String finish) {
    return "data: {\"choices\":[{\"index\":"
        + index
        + ",\"delta\":"
        + delta
        + ",\"finish_reason\":"
        + finish
        + "}]}\n\n";
  }

  public static String json(int status, String type, String body) {
    return "HTTP/1.1 "
        + status
        + " X\r\n"
        + (type == null ? "" : "content-type: " + type + "\r\n")
        + "content-length: "
        + body.getBytes(StandardCharsets.ISO_8859_1).length
        + "\r\n\r\n"
        + body;
  }

  private static final String CHUNKED =
      HEAD.replace("connection: close", "transfer-encoding: chunked");

  private OddStreams() {}

  private static String chunked(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private static String lengthOf(int bytes) {
    return HEAD.replace("connection: close", "content-length: " + bytes);
  }

  /**
   * One of them; the peer closes after it.
   *
   * @param answer one byte a character
   * @param said outcome, status where there is one, events, output tokens
   */
  public record OddStream(String name, String answer, String said) {
    /** As it goes over the wire. */
    public byte[] bytes() {
      return answer.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static OddStream odd(String name, String answer, String said) {
    return new OddStream(name, answer, said);
  }

  /** All of them. */
  public static List<OddStream> all() {
    return List.of(
        odd(
            "lines that end in CR alone",
            HEAD + (A + STOP + DONE).replace('\n', '\r'),
            "completed 1 1"),
        odd(
            "lines that end in CRLF",
            HEAD + (A + B + STOP + DONE).replace("\n", "\r\n"),
            "completed 2 2"),
        odd(
            "no blank after any colon",
            HEAD + (A + STOP + DONE).replace("data: ", "data:"),
            "completed 1 1"),
        odd("a byte-order mark", HEAD + "\u00ef\u00bb\u00bf" + A + STOP + DONE, "completed 1 1"),
        odd("event: message", HEAD + "event: message\n" + A + STOP + DONE, "completed 1 1"),
        odd(
            "heartbeats in comments",
            HEAD + ": ping\n\n:\n\n" + A + ":\n\n" + STOP + ": bye\n\n" + DONE,
            "completed 1 1"),
        odd("retry alone", HEAD + "retry: 5\n\n", "incomplete 200 0 0"),
        odd(
            "[done] in small letters is no end",
            HEAD + A + "data: [done]\n\n",
            "incomplete 200 1 1"),
        odd("[DONE] twice", HEAD + A + STOP + DONE + DONE, "completed 1 1"),
        odd(
            "usage null in each chunk",
            HEAD + A.replace("]}", "],\"usage\":null}") + STOP + USAGE + DONE,
            "completed 1 7"),
        odd(
            "usage in each chunk, the last counts",
            HEAD
                + A.replace("]}", "],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":1}}")
                + B
                + STOP
                + USAGE
                + DONE,
            "completed 2 7"),
        odd(
            "usage without a count of the answer",
            HEAD + A + B + STOP + USAGE.replace("completion", "other") + DONE,
            "completed 2 2"),
        odd(
            "usage that counts nothing",
            HEAD + A + STOP + USAGE.replace(":7", ":0") + DONE,
            "completed 1 0"),
        odd("usage after [DONE]", HEAD + A + STOP + DONE + USAGE, "completed 1 1"),
        odd("text after its finish", HEAD + A + STOP + B + DONE, "completed 2 2"),
        odd("finish twice", HEAD + A + STOP + STOP + DONE, "completed 1 1"),
        odd(
            "error after the finish, before [DONE]",
            HEAD + A + STOP + "data: {\"error\":{\"message\":\"m\"}}\n\n" + DONE,
            "in_stream_error 200 1 1"),
        odd(
            "reasoning alone",
            HEAD + chunk("{\"reasoning_content\":\"hm\"}", "null") + STOP + DONE,
            "completed 1 1"),
        odd(
            "role, null and empty content",
            HEAD
                + chunk("{\"role\":\"assistant\"}", "null")
                + chunk("{\"content\":null}", "null")
                + chunk("{\"content\":\"\"}", "null")
                + A
                + STOP
                + DONE,
            "completed 1 1"),
        odd(
            "no tool called",
            HEAD
                + chunk("{\"tool_calls\":[]}", "null")
                + chunk("{\"tool_calls\":null}", "null")
                + A
                + STOP
                + DONE,
            "completed 1 1"),
        odd(
            "choices null",
            HEAD + "data: {\"choices\":null}\n\n" + A + STOP + DONE,
            "completed 1 1"),
        odd(
            "characters of several bytes",
            HEAD
                + chunk("{\"content\":\"\u00f0\u009f\u008c\u00aa\u00e2\u0082\u00ac\"}", "null")
                + STOP
                + DONE,
            "completed 1 1"),
        odd(
            "bytes that are no UTF-8",
            HEAD + chunk("{\"content\":\"\u00ff\u0080\"}", "null") + STOP + DONE,
            "completed 1 1"),
        odd(
            "100 and 103 before the answer",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"
                + HEAD
                + A
                + STOP
                + DONE,
            "completed 1 1"),
        odd(
            "of HTTP/1.0, until the close",
            HEAD.replace("1.1", "1.0") + A + STOP + DONE,
            "completed 1 1"),
        odd(
            "chunk extensions and trailers",
            CHUNKED
                + "1;a=\"b;\"\r\nd\r\n"
                + chunked((A + STOP + DONE).substring(1))
                + "0;last\r\nx-trailer: 1\r\nother: 2\r\n\r\n",
            "completed 1 1"),
        odd("an empty chunked body", CHUNKED + "0\r\n\r\n", "incomplete 200 0 0"),
        odd(
            "chunk sizes in capitals with zeros before",
            CHUNKED
                + "000"
                + chunked(A + STOP + DONE).toUpperCase(java.util.Locale.ROOT).substring(0, 2)
                + chunked(A + STOP + DONE).substring(2)
                + "0\r\n\r\n",
            "completed 1 1"),
        odd(
            "a chunk without its last bytes",
            CHUNKED + chunked(A) + "40\r\ndata",
            "truncated 200 1 1"),
        odd("no last chunk", CHUNKED + chunked(A + STOP), "completed 1 1"),
        odd("a chunk size that is none", CHUNKED + chunked(A) + "zz\r\n", "protocol 200 1 1"),
        odd("a length too small", lengthOf(10) + A, "incomplete 200 0 0"),
        odd(
            "a length that is none",
            HEAD.replace("connection: close", "content-length: ten") + A,
            "protocol 0 0 0"),
        odd(
            "two lengths",
            HEAD.replace("connection: close", "content-length: 5\r\ncontent-length: 6") + A,
            "protocol 0 0 0"),
        odd("a head that never ends", HEAD.substring(0, 40), "truncated 0 0 0"),
        odd(
            "a finish, and then gzip that is none",
            HEAD.replace("connection", "content-encoding: gzip\r\nconnection") + A,
            "protocol 200 0 0"),
        odd(
            "cut within an event, until the close",
            HEAD + A + B.substring(0, 30),
            "incomplete 200 1 1"),
        odd(
            "cut within an event after the finish",
            HEAD + A + STOP + USAGE.substring(0, 20),
            "completed 1 1"),
        odd("cut within [DONE]", HEAD + A + DONE.substring(0, 9), "incomplete 200 1 1"),
        odd("201", HEAD.replace("200 OK", "201 Created") + A + STOP + DONE, "completed 1 1"),
        odd(
            "JSON error behind a byte-order mark",
            json(200, "application/json", "\u00ef\u00bb\u00bf{\"error\":{\"message\":\"no\"}}"),
            "in_body_error 200 0 0"),
        odd("close-delimited", HEAD + A + B + STOP + DONE, "completed 2 2"),
        odd("no usage", HEAD + A + STOP, "completed 1 1"),
        odd("usage before finish", HEAD + A + USAGE + STOP + DONE, "completed 1 7"),
        odd("[DONE] with blanks", HEAD + A + "data:  [DONE] \n\n", "completed 1 1"),
        odd("[DONE] without blank", HEAD + A + "data:[DONE]\n\n", "completed 1 1"),
        odd("[DONE] after tokens alone", HEAD + A + DONE, "completed 1 1"),
        odd("usage and [DONE] alone", HEAD + USAGE + DONE, "completed 0 7"),
        odd("finish alone: zero tokens", HEAD + STOP + DONE, "completed 0 0"),
        odd("[DONE] alone", HEAD + DONE, "empty_output 200 0 0"),
        odd(
            "[DONE] after empty choices",
            HEAD + "data: {\"choices\":[]}\n\n" + DONE,
            "empty_output 200 0 0"),
        odd("comments, then end", HEAD + ": ping\n\n", "incomplete 200 0 0"),
        odd("nothing", HEAD, "incomplete 200 0 0"),
        odd("tokens, no terminal signal", HEAD + A + B, "incomplete 200 2 2"),
        odd("empty finish_reason is none", HEAD + A + chunk("{}", "\"\""), "incomplete 200 1 1"),
        odd(
            "one choice of two finished",
            HEAD + A + choice(1, "{\"content\":\"b\"}", "null") + STOP,
            "incomplete 200 2 2"),
        odd(
            "both choices finished",
            HEAD
                + A
                + choice(1, "{\"content\":\"b\"}", "null")
                + STOP
                + choice(1, "{}", "\"length\""),
            "completed 2 2"),
        odd("abort", HEAD + A + chunk("{}", "\"abort\"") + DONE, "aborted 200 1 1"),
        odd(
            "finish_reason error",
            HEAD + A + chunk("{}", "\"error\"") + DONE,
            "in_stream_error 200 1 1"),
        odd(
            "event: error",
            HEAD + A + "event: error\ndata: {\"code\":1}\n\n" + DONE,
            "in_stream_error 200 1 1"),
        odd(
            "event: error in words",
            HEAD + "event: error\ndata: overloaded\n\n",
            "in_stream_error 200 0 0"),
        odd(
            "error after [DONE]",
            HEAD + A + DONE + "data: {\"error\":{\"message\":\"late\"}}\n\n",
            "completed 1 1"),
        odd(
            "error null",
            HEAD + "data: {\"error\":null,\"choices\":[]}\n\n" + A + STOP,
            "completed 1 1"),
        odd(
            "object error",
            HEAD + "data: {\"object\":\"error\",\"message\":\"m\"}\n\n" + DONE,
            "in_stream_error 200 0 0"),
        odd("keep-alive in words", HEAD + "data: ping\n\n" + A + STOP + DONE, "completed 1 1"),
        odd(
            "ping event",
            HEAD + "event: ping\ndata: {broken\n\n" + A + STOP + DONE,
            "completed 1 1"),
        odd(
            "broken chunk",
            HEAD + A + "data: {\"choices\":[{\n\n" + STOP + DONE,
            "protocol 200 1 1"),
        odd(
            "chunk over two data lines",
            HEAD + "data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"x\"}}]}\n\n" + STOP,
            "completed 1 1"),
        odd(
            "tool calls",
            HEAD
                + chunk("{\"tool_calls\":[{\"function\":{\"arguments\":\"{\"}}]}", "null")
                + chunk("{}", "\"tool_calls\"")
                + DONE,
            "completed 1 1"),
        odd(
            "completions",
            HEAD
                + "data: {\"choices\":[{\"index\":0,\"text\":\"a\",\"finish_reason\":\"stop\"}]}\n\n"
                + DONE,
            "completed 1 1"),
        odd(
            "type in capitals",
            HEAD.replace("text/event-stream", "Text/Event-Stream;charset=UTF-8") + A + STOP,
            "completed 1 1"),
        odd(
            "events without a type",
            HEAD.replace("content-type: text/event-stream\r\n", "") + A + STOP,
            "completed 1 1"),
        odd(
            "events as text/plain",
            HEAD.replace("event-stream", "plain") + A + STOP,
            "completed 1 1"),
        odd("a page", json(200, "text/html", "<html>login</html>"), "not_sse 200 0 0"),
        odd("words", json(200, "text/plain", "date: none"), "not_sse 200 0 0"),
        odd("no body, no type", json(200, null, ""), "not_sse 200 0 0"),
        odd("204", "HTTP/1.1 204 No Content\r\n\r\n", "not_sse 204 0 0"),
        odd(
            "200 with a JSON error",
            json(200, "application/json", "{\"error\":{\"message\":\"no\"}}"),
            "in_body_error 200 0 0"),
        odd(
            "JSON error under the type of events",
            json(200, "text/event-stream", "{\"error\":{\"message\":\"no\"}}"),
            "in_body_error 200 0 0"),
        odd(
            "JSON answer",
            json(
                200,
                "application/json",
                "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}"),
            "not_streaming 200 0 0"),
        odd(
            "JSON of another kind",
            json(200, "application/json", "{\"detail\":\"x\"}"),
            "not_sse 200 0 0"),
        odd("broken JSON", json(200, "application/json", "{\"choices\":["), "not_sse 200 0 0"),
        odd("503 in words", json(503, "text/plain", "busy"), "http_status 503 0 0"),
        odd("302", json(302, null, ""), "http_status 302 0 0"),
        odd(
            "400 as an event stream",
            json(400, "text/event-stream", "data: {\"error\":{\"message\":\"no\"}}\n\n"),
            "http_status 400 0 0"),
        odd("500 cut off", "HTTP/1.1 500 E\r\ncontent-length: 99\r\n\r\n{", "http_status 500 0 0"),
        odd(
            "500 of an unknown coding",
            "HTTP/1.1 500 E\r\ncontent-encoding: br\r\ncontent-length: 1\r\n\r\nx",
            "http_status 500 0 0"),
        odd(
            "an unknown coding",
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: br\r\n\r\nxxx",
            "protocol 200 0 0"),
        odd("no HTTP", "SSH-2.0-x\r\n\r\n", "protocol 0 0 0"),
        odd("closed at once", "", "closed_before_response 0 0 0"),
        odd("closed within the head", "HTTP/1.1 200 OK\r\nx", "truncated 0 0 0"),
        odd(
            "events of a known length",
            json(200, "text/event-stream", A + STOP + DONE),
            "completed 1 1"),
        odd(
            "known length, cut off",
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 999\r\n\r\n" + A,
            "truncated 200 1 1"),
        odd(
            "cut off after the finish",
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 999\r\n\r\n"
                + A
                + STOP,
            "completed 1 1"));
  }
}
