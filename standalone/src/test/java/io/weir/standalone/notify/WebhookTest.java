package io.weir.standalone.notify;

import static io.weir.contract.alarm.AlarmState.NORMAL;
import static io.weir.contract.alarm.AlarmState.UNACKNOWLEDGED;
import static io.weir.contract.alarm.Severity.MAJOR;
import static io.weir.contract.alarm.Severity.MINOR;
import static io.weir.contract.alarm.Severity.OK;
import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.notify.NotifierConfig;
import io.weir.notify.NotifierService;
import io.weir.standalone.WeirProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** From {@code alarms.events} of a real Kafka to a webhook that sometimes fails. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookTest {
    private final Path directory;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final NotifierFarm farm;

    WebhookTest(@TempDir Path directory) {
        this.directory = directory;
        farm = new NotifierFarm(directory);
    }

    @BeforeEach
    void createTopics(TestInfo test) throws IOException {
        Files.writeString(directory.resolve("secret"), "Bearer abc\n");
        farm.begin(test);
    }

    @AfterAll
    void stopKafka() {
        farm.close();
    }

    @Test
    void receivesEachTransitionOnceInOrderWithoutFaults() {
        say(1);
        try (Hook hook = new Hook(request -> Hook.Answer.OK);
                NotifierService notifier = started(hook, "")) {
            awaitReady(notifier);
            List<String> said = say(500);

            hook.await(500);

            // Without transitions from before its first start.
            assertThat(hook.taken()).isEqualTo(said);
            eventually("nothing waits", () -> lag(hook) == 0);
        }
    }

    @Test
    void receivesEachTransitionInOrderDespiteBadAnswers() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Hook.Answer> bad = List.of(
                Hook.Answer.UNAVAILABLE,
                Hook.Answer.TOO_MANY,
                Hook.Answer.NEVER,
                Hook.Answer.BROKEN,
                Hook.Answer.TAKEN_BUT_BROKEN);
        try (Hook hook = new Hook(
                        request -> random.nextInt(10) == 0 ? bad.get(random.nextInt(bad.size())) : Hook.Answer.OK);
                NotifierService notifier = started(hook, "timeout: 300ms,")) {
            awaitReady(notifier);
            List<String> said = say(60);

            hook.awaitLast(said.get(said.size() - 1));

            // Without transitions that it accepted but did not confirm.
            assertThat(new LinkedHashSet<>(hook.taken())).as("seed " + seed).containsExactlyElementsOf(said);
            assertInOrderOfEachAlarm(hook.taken());
        }
    }

    @Test
    @Tag("long")
    void receivesEverythingFromANotifierKilledRepeatedly() throws Exception {
        try (Hook hook = new Hook(request -> Hook.Answer.OK)) {
            Map<String, String> environment = new HashMap<>(farm.environment());
            environment.put("WEIR_NOTIFIER_WEBHOOK_URL", hook.url());
            int said = 0;
            for (int life = 0; life < 3; life++) {
                try (WeirProcess notifier = WeirProcess.start(directory, environment, "notifier")) {
                    if (life == 0) {
                        notifier.awaitOutput("webhook has no offsets in Kafka");
                    }
                    say(200);
                    said += 200;
                    hook.await(said - 100);
                    notifier.kill();
                }
            }
            try (WeirProcess last = WeirProcess.start(directory, environment, "notifier")) {
                eventually("it has them all", () -> new LinkedHashSet<>(hook.taken()).size() == 600);
                last.terminate();
            }
            assertInOrderOfEachAlarm(hook.taken());
        }
    }

    @Test
    void passesOverWhatItRefusesForGood() {
        try (Hook hook = new Hook(request -> request.contains("flp1#") ? Hook.Answer.BAD_REQUEST : Hook.Answer.OK);
                NotifierService notifier = started(hook, "")) {
            awaitReady(notifier);
            List<String> said = say(20);

            hook.awaitLast(said.get(said.size() - 1));

            assertThat(hook.taken())
                    .isEqualTo(said.stream()
                            .filter(each -> !each.contains("flp1#"))
                            .toList());
            assertThat(meters.get("weir.notifier.refused")
                            .tag("to", hook.shown())
                            .counter()
                            .count())
                    .isEqualTo(4);
        }
    }

    @Test
    void getsBodiesByItsTemplateWithItsHeadersOfWhatItWants() {
        try (Hook hook = new Hook(request -> Hook.Answer.OK);
                NotifierService notifier = started(
                        hook,
                        "severities: [major], headers: {X-Farm: test}, secret-file: '" + directory.resolve("secret")
                                + "', body: '{\"transition\": \"{{transition}}\", \"text\": \"{{message}}\"}',")) {
            awaitReady(notifier);
            farm.alarms().say("flp1", UNACKNOWLEDGED, MINOR);
            farm.alarms().say("flp1", NORMAL, OK);
            farm.alarms().say("flp2", UNACKNOWLEDGED, MAJOR);
            farm.alarms().say("flp2", NORMAL, OK);
            farm.alarms().flush();

            hook.await(2);

            assertThat(hook.requests())
                    .containsExactly(
                            "application/json test Bearer abc {\"transition\": \"cpu-high/flp2#1\", \"text\": \"CPU of \\\"flp2\\\"\"}",
                            "application/json test Bearer abc {\"transition\": \"cpu-high/flp2#2\", \"text\": \"CPU of \\\"flp2\\\"\"}");
        }
    }

    /** Repeats go back at most to the last commit, and nothing is skipped. */
    private static void assertInOrderOfEachAlarm(List<String> taken) {
        Map<String, Integer> last = new HashMap<>();
        for (String transition : taken) {
            String[] parts = transition.split("#", 2);
            int number = Integer.parseInt(parts[1]);
            assertThat(number).as(transition).isLessThanOrEqualTo(last.getOrDefault(parts[0], 0) + 1);
            last.merge(parts[0], number, Math::max);
        }
    }

    /** Writes transitions of five alarms; returns their names. */
    private List<String> say(int count) {
        List<String> said = IntStream.range(0, count)
                .mapToObj(i -> farm.alarms()
                        .say("flp" + i % 5, i / 5 % 2 == 0 ? UNACKNOWLEDGED : NORMAL, i / 5 % 2 == 0 ? MAJOR : OK))
                .toList();
        farm.alarms().flush();
        return said;
    }

    /** Only the lag of this hook: a notifier of another test may have ended with a backlog. */
    private double lag(Hook hook) {
        return meters.get("weir.notifier.lag").tag("to", hook.shown()).gauge().value();
    }

    private static void awaitReady(NotifierService notifier) {
        eventually("the notifier is ready", () -> notifier.health().ready());
    }

    private NotifierService started(Hook hook, String more) {
        NotifierConfig config = YamlSource.text("notifier.yaml", "webhook: {" + more + " url: '" + hook.url() + "'}")
                .read(NotifierConfig::read);
        NotifierService notifier = new NotifierService(config, farm.kafka(), meters);
        notifier.start();
        return notifier;
    }
}
