package io.weir.gateway.testing;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.setting.InputSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * An input opened from gateway settings, together with the intake of its lines only. Belongs to one
 * thread.
 */
public final class OpenedInput implements AutoCloseable {
    private final OneInput one;
    private final Input input;

    private OpenedInput(GatewayConfig config, Path directory) {
        InputSettings settings = config.inputs().get(config.inputs().size() - 1);
        one = new OneInput(settings.name()).in(directory).aggregating(config.aggregations());
        input = settings.open(one);
    }

    /** Opens the last input of a gateway with these settings. */
    public static OpenedInput open(String yaml) {
        return open(yaml, Path.of("/nowhere"));
    }

    /** The same, of a gateway with this directory. */
    public static OpenedInput open(String yaml, Path directory) {
        return new OpenedInput(YamlSource.text("gateway.yaml", yaml).read(GatewayConfig::read), directory);
    }

    public int port() {
        return input.port().orElseThrow();
    }

    /** Acknowledges all lines, as Kafka does. */
    public void acknowledging() {
        one.acknowledging();
    }

    /** Sets whether Kafka lags, so that inputs that can wait do not read. */
    public void setKafkaBehind(boolean is) {
        one.queue().setKafkaBehind(is);
    }

    /** Waits for this many lines and rejections, and no more. */
    public void await(int lines) {
        one.await(lines);
    }

    public InputCounts counts() {
        return one.counts();
    }

    /** All accepted lines so far, in canonical form. */
    public List<String> lines() {
        return one.lines();
    }

    /** All rejections so far: reason, then the rejected bytes. */
    public List<String> refused() {
        return one.refused();
    }

    /** Whether an accepted line matches the expression completely. */
    public boolean has(String expression) {
        return lines().stream().anyMatch(line -> line.matches(expression));
    }

    @Override
    public void close() {
        input.close();
        one.close();
    }
}
