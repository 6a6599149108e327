package io.tokenstorm.worker.cases;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Bytes that look like answers, put together at random from pieces of answers. */
public final class NearlyAnswers {
  private static final int MOST = 25;
  private static final List<String> PARTS =
      List.of(
          "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n",
          "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
          "HTTP/1.1 500 \r\n\r\n",
          "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n",
          "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n",
          "data: {\"choices\":[{\"finish_reason\":\"stop\"}]}\r\n\r\n",
          "data: [DONE]\n\n",
          "data: {\"error\":{}}\n\n",
          "{\"choices\":[]}",
          "event: error\n",
          "10\r\n",
          "0\r\n\r\n",
          "\r\n",
          "\n",
          "\u00ef\u00bb\u00bf",
          "{",
          "}",
          "\"",
          "\u0000",
          "error: x\n");

  private NearlyAnswers() {}

  /** For properties. */
  public static Arbitrary<byte[]> arbitrary() {
    return Arbitraries.of(PARTS)
        .list()
        .ofMaxSize(MOST)
        .map(parts -> String.join("", parts).getBytes(StandardCharsets.ISO_8859_1));
  }

  /** One that begins with a head, so that there is a body to differ about. */
  public static byte[] withHead(Random random) {
    StringBuilder all = new StringBuilder(PARTS.get(random.nextInt(4)));
    for (int i = random.nextInt(MOST); i > 0; i--) {
      all.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    return all.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
