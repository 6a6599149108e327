package io.tokenstorm.server.life;

import io.tokenstorm.server.Stage;
import java.util.OptionalInt;

/**
 * What did not come about.
 *
 * @param stage the stage in which it did not
 * @param exit status of the process, if it exited by itself
 * @param why in words that continue a sentence about the server
 */
public record LifeFault(Stage stage, OptionalInt exit, String why) {}
