package io.tokenstorm.worker.cases;

import io.tokenstorm.worker.cases.CaseServer.Truth;
import io.tokenstorm.worker.cases.QuirkCase.Part;
import io.tokenstorm.worker.cases.QuirkCase.Step;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses what is played to a request: the case by the path {@code /case/ID/}, else by the model in
 * the body; of the case the first variant whose conditions all hold, else its own steps. Keeps what
 * was chosen.
 */
public final class CaseBook implements CaseServer.Script {
  private static final Pattern PATH = Pattern.compile("/case/([^/]+)/.*");
  private static final Pattern MODEL =
      Pattern.compile("\"model\"\\s*:\\s*\"(?:[^\"/]*/)*([^\"/]*)\"");
  private static final String UNKNOWN = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";

  private final Map<String, QuirkCase> cases = new HashMap<>();
  private final Map<String, Integer> ordinals = new HashMap<>();
  private final Map<Truth, Part> chosen = new HashMap<>();
  private final UnaryOperator<List<Step>> pace;

  /**
   * @param pace changes the steps' times
   */
  public CaseBook(Collection<QuirkCase> cases, UnaryOperator<List<Step>> pace) {
    cases.forEach(quirk -> this.cases.put(quirk.id(), quirk));
    this.pace = pace;
  }

  @Override
  public synchronized List<Step> stepsFor(Truth request) {
    QuirkCase quirk = cases.get(idOf(request));
    if (quirk == null) {
      return List.of(Step.of(UNKNOWN));
    }
    int ordinal = ordinals.merge(quirk.id(), 1, Integer::sum);
    Part part = quirk.partFor(request, ordinal);
    chosen.put(request, part);
    return pace.apply(part.steps());
  }

  private static String idOf(Truth request) {
    Matcher path = PATH.matcher(request.path);
    if (path.matches()) {
      return path.group(1);
    }
    Matcher model = MODEL.matcher(request.body);
    return model.find() ? model.group(1) : "";
  }

  /** What was played to a request. */
  public synchronized Part chosen(Truth request) {
    Part part = chosen.get(request);
    if (part == null) {
      throw new IllegalArgumentException("no case was asked for: " + request.path);
    }
    return part;
  }
}
