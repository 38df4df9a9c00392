package io.weir.alarming.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.ActionOutcome;
import io.weir.contract.alarm.ActionReply;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.alarm.WithdrawOn;
import io.weir.contract.rule.alarm.Action;
import io.weir.contract.rule.alarm.ActionLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random alarms, replies and pauses, compared with a model that keeps the whole history. */
class ActionDeciderOracleTest {

    private static final Source SOURCE = new Source("control.replies", 0, 1);

    /** A decision and its later history. */
    private static final class Decision {
        final String key;
        final @Nullable Long confirmBy;
        final boolean wasTold;
        boolean isWithdrawn;
        boolean isFinal;
        boolean hasFailed;

        Decision(String key, @Nullable Long confirmBy, boolean wasTold) {
            this.key = key;
            this.confirmBy = confirmBy;
            this.wasTold = wasTold;
        }

        boolean isReported(long now) {
            boolean isOverdue = confirmBy != null && now >= confirmBy;
            return !isWithdrawn && !isFinal && (hasFailed || isOverdue || (wasTold && confirmBy != null));
        }
    }

    private static final class Model {
        final List<String> published = new ArrayList<>();
        final List<Long> decidedMillis = new ArrayList<>();
        final Map<String, Decision> last = new HashMap<>();
        final Map<String, Boolean> isOpen = new HashMap<>();

        @Nullable
        Long heldBackAt;

        void onTransition(Action action, String alarm, long number, Situation from, Situation to, long now) {
            boolean isWithdrawing = action.withdrawOn().stream().anyMatch(on -> on.isMet(to.state(), to.severity()));
            Decision open = isOpen.getOrDefault(alarm, false) ? last.get(alarm) : null;
            if (open != null && isWithdrawing) {
                open.isWithdrawn = true;
                published.add("-" + open.key);
            }
            if (open != null && (isWithdrawing || to.severity() == Severity.OK)) {
                isOpen.put(alarm, false);
                open = null;
            }
            boolean isEntering =
                    action.isAskedFor(to.state(), to.severity()) && !action.isAskedFor(from.state(), from.severity());
            if (!isEntering || isWithdrawing || open != null) {
                return;
            }
            long after = now - action.atMost().within().toMillis();
            if (decidedMillis.stream().filter(millis -> millis > after).count()
                    >= action.atMost().n()) {
                heldBackAt = now;
                return;
            }
            Decision before = last.get(alarm);
            Long confirmBy =
                    action.confirmWithin().map(wait -> now + wait.toMillis()).orElse(null);
            Decision decision = new Decision(alarm + "#" + number, confirmBy, before != null && before.isReported(now));
            last.put(alarm, decision);
            isOpen.put(alarm, true);
            decidedMillis.add(now);
            published.add("+" + decision.key);
        }

        void onReply(String alarm, String key, ActionOutcome outcome) {
            Decision decision = last.get(alarm);
            if (decision == null || !decision.key.equals(key) || decision.isWithdrawn || decision.isFinal) {
                return;
            }
            // An action that expects no reply is forgotten at the end of its alarm.
            boolean isForgotten =
                    !isOpen.getOrDefault(alarm, false) && decision.confirmBy == null && !decision.hasFailed;
            if (isForgotten) {
                return;
            }
            decision.isFinal = outcome != ActionOutcome.FAILED;
            decision.hasFailed |= outcome == ActionOutcome.FAILED;
        }
    }

    @Test
    void decisionsMatchTheModel() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        int decided = 0;
        for (int round = 0; round < 300; round++) {
            decided += play(random, "seed " + seed + " round " + round);
        }
        assertThat(decided).as("seed %d", seed).isGreaterThan(300);
    }

    private static int play(Random random, String where) {
        Action action = action(random);
        KeyValueStore<String, byte[]> store = Books.store();
        Outlet out = new Outlet();
        Model model = new Model();
        Map<String, Situation> situations = new TreeMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        long now = 1_000_000;
        for (int step = 0; step < 150; step++) {
            now += random.nextInt(3) == 0 ? 0 : random.nextInt(2_500);
            // Only the store keeps state.
            ActionDecider decider = new ActionDecider(new ActionBook(store), out);
            String alarm = "r/" + random.nextInt(4);
            if (random.nextInt(4) == 0) {
                Decision last = model.last.get(alarm);
                String key = last == null || random.nextInt(5) == 0 ? alarm + "#99999" : last.key;
                ActionOutcome outcome = any(ActionOutcome.values(), random);
                decider.onReply(new ActionReply(key, outcome, "ecs", null), SOURCE, Instant.ofEpochMilli(now));
                model.onReply(alarm, key, outcome);
            } else {
                Situation from = situations.getOrDefault(alarm, Situation.NORMAL);
                Situation to = Situation.ALL.get(random.nextInt(Situation.ALL.size()));
                int number = numbers.merge(alarm, 1, Integer::sum);
                decider.onTransition(
                        from.to(to, alarm, number, Instant.ofEpochMilli(now)),
                        Optional.of(action),
                        Instant.ofEpochMilli(now));
                model.onTransition(action, alarm, number, from, to, now);
                situations.put(alarm, to);
            }
            compare(model, out, action, now, where + " step " + step + " " + action);
        }
        assertThat(mostWithin(action.atMost(), model.decidedMillis))
                .as(where)
                .isLessThanOrEqualTo(action.atMost().n());
        return model.decidedMillis.size();
    }

    private static void compare(Model model, Outlet out, Action action, long now, String where) {
        assertThat(out.published()).as(where).isEqualTo(model.published);
        model.last.forEach((alarm, decision) -> assertThat(out.isRaised("weir-action/" + alarm))
                .as("%s reports of %s", where, alarm)
                .isEqualTo(decision.isReported(now)));
        Long heldBackAt = model.heldBackAt;
        assertThat(out.isRaised("weir-action-held/r"))
                .as("%s held back", where)
                .isEqualTo(heldBackAt != null
                        && now < heldBackAt + action.atMost().within().toMillis());
    }

    /** Returns the most decisions in any window of the limit's length, by trying all. */
    private static long mostWithin(ActionLimit limit, List<Long> millis) {
        return millis.stream()
                .mapToLong(first -> millis.stream()
                        .filter(each ->
                                each >= first && each < first + limit.within().toMillis())
                        .count())
                .max()
                .orElse(0);
    }

    private static Action action(Random random) {
        Action.On on = any(Action.On.values(), random);
        List<WithdrawOn> withdrawOn = Arrays.stream(WithdrawOn.values())
                .filter(each -> random.nextBoolean())
                .filter(each -> on != Action.On.ACKNOWLEDGED || each != WithdrawOn.ACKNOWLEDGED)
                .toList();
        return new Action(
                "drain",
                on,
                any(new Severity[] {Severity.MINOR, Severity.MAJOR, Severity.INVALID}, random),
                new TreeMap<>(),
                new ActionLimit(1 + random.nextInt(5), Duration.ofSeconds(1 + random.nextInt(20))),
                false,
                withdrawOn,
                random.nextBoolean() ? Optional.of(Duration.ofSeconds(1 + random.nextInt(10))) : Optional.empty());
    }

    private static <T> T any(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }
}
